import { manifest, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'A declared Application goes over to server-side apply, and nothing is applied so while nothing differs',
  tell: (place) => {
    const child = (options: readonly string[]): string => {
      const syncPolicy = options.length === 0 ? {} : { syncOptions: [...options] };
      return manifest(place.application({ source: { path: 'child' }, syncPolicy }, 'child'));
    };
    return {
      base: {
        'root/child.yaml': child([]),
        'child/all.yaml': website({ replicas: 2 }, { a: '1', b: '1' }),
      },
      head: {
        'root/child.yaml': child(['ServerSideApply=true']),
      },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
