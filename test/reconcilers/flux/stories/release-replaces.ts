import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An upgrade with force replaces what lives, and what others added goes',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(
        place.helmRelease(
          { chart: ofGit, install: { serverSideApply: false }, upgrade: { force: true } },
          'shop',
        ),
      ),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
      }),
    },
    head: chartInGit(
      {
        'templates/all.yaml': manifest(
          configMap('one', { n: '2' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
      },
      '1.1.0',
    ),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    drift: async (hand) => hand.edit(configMap('two', { more: 'by hand' }, { namespace: place.namespace })),
    lands: true,
  }),
};
