import { configMap, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A declared Application goes to another namespace and another project in one change',
  tell: (place) => {
    const other = `${place.name}-other`;
    const project = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: place.name, namespace: 'argocd' },
      spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: `${place.name}*` }] },
    };
    const child = (namespace: string, name: string): string =>
      manifest(
        place.application({ source: { path: 'child' }, destination: { namespace }, project: name }, 'child'),
      );
    return {
      base: {
        'root/child.yaml': child(place.namespace, 'default'),
        'child/all.yaml': manifest(configMap('one', { a: '1' }), service('web')),
      },
      head: { 'root/child.yaml': child(other, place.name) },
      cluster: [
        project,
        place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } }),
      ],
      prepare: async (hand) =>
        hand.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: other } }),
      syncs: true,
    };
  },
};
