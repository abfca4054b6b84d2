import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application without a finalizer gets another name, and the new one takes over what runs',
  tell: (place) => {
    const child = (name: string): string => manifest(place.application({ source: { path: 'web' } }, name));
    return {
      base: {
        'root/note.yaml': manifest(configMap(place.name, { a: '1' })),
        'root/child.yaml': child('web'),
        'web/all.yaml': manifest(configMap('web', { a: '1' }), service('web')),
      },
      head: { 'root/child.yaml': child('site') },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
