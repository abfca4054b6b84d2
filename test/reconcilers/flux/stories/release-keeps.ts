import { configMap, manifest } from '../../manifests.ts';
import { chartInGit, ofGit } from '../chart-in-git.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object that leaves its chart stays where the live one says keep',
  tell: (place) => ({
    base: {
      'clusters/shop.yaml': manifest(place.helmRelease({ chart: ofGit }, 'shop')),
      ...chartInGit({
        'templates/all.yaml': manifest(
          configMap('one', { n: '1' }),
          configMap('two', { n: '1' }),
          configMap('three', { n: '1' }),
        ),
        'templates/kept.yaml': manifest(
          configMap('kept', { n: '1' }, { annotations: { 'helm.sh/resource-policy': 'keep' } }),
        ),
      }),
    },
    head: {
      ...chartInGit(
        { 'templates/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })) },
        '1.1.0',
      ),
      'charts/shop/templates/kept.yaml': null,
    },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
