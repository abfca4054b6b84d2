import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object moves to the folder of an Application that syncs, from one that does not prune',
  tell: (place) => ({
    base: {
      'red/own.yaml': manifest(configMap('red', { n: '1' })),
      'red/shared.yaml': manifest(configMap('moved', { n: '1' })),
      'blue/own.yaml': manifest(configMap('blue', { n: '1' })),
    },
    head: {
      'red/shared.yaml': null,
      'blue/shared.yaml': manifest(configMap('moved', { n: '2' })),
    },
    cluster: [
      place.application({ source: { path: 'red' }, syncPolicy: { automated: { prune: false } } }, 'red'),
      place.application({ source: { path: 'blue' } }, 'blue'),
    ],
    syncs: true,
  }),
};
