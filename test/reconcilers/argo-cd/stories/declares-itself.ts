import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application is among the objects that it applies, and changes itself with another one',
  tell: (place) => {
    const own = (limit: number) =>
      place.application({
        source: { path: 'root' },
        destination: { namespace: 'argocd' },
        syncPolicy: { retry: { limit } },
      });
    const one = (value: string): string => manifest(configMap(`${place.name}-one`, { value }));
    return {
      base: {
        'root/own.yaml': manifest(own(2)),
        'root/one.yaml': one('1'),
        'root/two.yaml': manifest(configMap(`${place.name}-two`, { value: '1' })),
      },
      head: { 'root/own.yaml': manifest(own(3)), 'root/one.yaml': one('2') },
      cluster: [own(2)],
      syncs: true,
    };
  },
};
