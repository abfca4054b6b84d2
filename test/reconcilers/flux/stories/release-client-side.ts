import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A release of client-side apply is upgraded: what the manifest drops goes, what others added stays',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(
        place.helmRelease({ chart: ofGit, install: { serverSideApply: false } }, 'shop'),
      ),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1', dropped: '1' }),
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
          configMap('four', { n: '1' }),
        ),
      },
      '1.1.0',
    ),
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    drift: async (hand) => {
      await hand.edit(configMap('one', { more: 'by hand' }, { namespace: place.namespace }));
      await hand.edit(configMap('two', { n: 'by hand' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
