import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A rule ignores the key by which a list is merged, and the Application is not even compared',
  versions: ['3.5', '3.2'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { value: '1' }), service('web'), configMap('old', {})),
    },
    head: { 'apps/all.yaml': manifest(configMap('one', { value: '2' }), service('web')) },
    cluster: [
      place.application({
        source: { path: 'apps' },
        ignoreDifferences: [{ kind: 'Service', jsonPointers: ['/spec/ports/0/port'] }],
      }),
    ],
    baseMayDiffer: true,
    syncs: false,
  }),
};
