import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A declared Application is sent to a namespace that its project forbids, and nothing lands there',
  tell: (place) => {
    const project = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: place.name, namespace: 'argocd' },
      spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: place.namespace }] },
    };
    const child = (namespace: string): string => {
      const spec = { project: place.name, source: { path: 'child' }, destination: { namespace } };
      return manifest(place.application(spec, 'child'));
    };
    return {
      base: {
        'root/child.yaml': child(place.namespace),
        'child/all.yaml': manifest(configMap('one', { a: '1' }), service('web')),
      },
      head: { 'root/child.yaml': child('default') },
      cluster: [
        project,
        place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } }),
      ],
      syncs: true,
    };
  },
};
