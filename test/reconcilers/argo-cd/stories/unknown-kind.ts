import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object of a kind that nobody serves ends the whole sync, prunes included',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })),
      'apps/old.yaml': manifest(configMap('old', { n: '1' })),
    },
    head: {
      'apps/all.yaml': manifest(configMap('one', { n: '2' }), configMap('two', { n: '1' })),
      'apps/old.yaml': null,
      'apps/widget.yaml': manifest({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'one' },
        spec: { size: 1 },
      }),
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { retry: { limit: 0 } } })],
    syncs: true,
  }),
};
