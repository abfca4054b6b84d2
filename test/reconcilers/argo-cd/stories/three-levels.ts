import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'At the third level of Applications one comes and one goes with all that is under it',
  tell: (place) => {
    const finalizers = ['resources-finalizer.argocd.argoproj.io'];
    const app = (name: string, path: string, namespace = 'argocd'): string => {
      const made = place.application({ source: { path }, destination: { namespace } }, name);
      return manifest({ ...made, metadata: { ...made.metadata, finalizers } });
    };
    const leaf = (name: string): string => app(name, `leaves/${name}`, place.namespace);
    return {
      base: {
        'root/middle.yaml': app('middle', 'middle'),
        'middle/red.yaml': leaf('red'),
        'middle/blue.yaml': leaf('blue'),
        'leaves/red/all.yaml': manifest(configMap('red', { value: '1' })),
        'leaves/blue/all.yaml': manifest(configMap('blue', { value: '1' })),
        'leaves/green/all.yaml': manifest(configMap('green', { value: '1' })),
      },
      head: {
        'middle/red.yaml': null,
        'middle/green.yaml': leaf('green'),
        'leaves/blue/all.yaml': manifest(configMap('blue', { value: '2' })),
      },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
