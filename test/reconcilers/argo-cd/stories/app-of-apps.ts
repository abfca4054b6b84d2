import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A root Application declares another one, whose path and content change',
  tell: (place) => {
    const child = (path: string): string => manifest(place.application({ source: { path } }, 'child'));
    const destination = { namespace: 'argocd' };
    return {
      base: {
        'root/child.yaml': child('blue'),
        'root/note.yaml': manifest(configMap(place.name, { says: 'blue' })),
        'blue/all.yaml': manifest(configMap('one', { color: 'blue' }), configMap('two', { color: 'blue' })),
        'green/all.yaml': manifest(
          configMap('one', { color: 'green' }),
          configMap('three', { color: 'green' }),
        ),
      },
      head: {
        'root/child.yaml': child('green'),
        'root/note.yaml': manifest(configMap(place.name, { says: 'green' })),
      },
      cluster: [place.application({ source: { path: 'root' }, destination })],
      syncs: true,
    };
  },
};
