import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With prune off a change that only removes starts no sync',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })),
      'apps/old.yaml': manifest(configMap('old', { n: '1' })),
    },
    head: { 'apps/old.yaml': null },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: { prune: false } } })],
    syncs: false,
  }),
};
