import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'FailOnSharedResource refuses the sync that would take an object of another Application',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'red/all.yaml': manifest(configMap('red', { n: '1' }), configMap('shared', { from: 'red' })),
      'blue/all.yaml': manifest(configMap('blue', { n: '1' })),
    },
    head: {
      'blue/all.yaml': manifest(configMap('blue', { n: '2' }), configMap('shared', { from: 'blue' })),
    },
    cluster: [
      place.application({ source: { path: 'red' } }, 'red'),
      place.application(
        {
          source: { path: 'blue' },
          syncPolicy: { syncOptions: ['FailOnSharedResource=true'], retry: { limit: 0 } },
        },
        'blue',
      ),
    ],
    syncs: true,
  }),
};
