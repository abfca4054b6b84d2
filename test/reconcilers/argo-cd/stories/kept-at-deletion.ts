import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An Application goes with what it deployed, save what says that it is to be kept',
  tell: (place) => {
    const made = place.application({ source: { path: 'child' } }, 'child');
    const finalizers = ['resources-finalizer.argocd.argoproj.io'];
    const child = { ...made, metadata: { ...made.metadata, finalizers } };
    const kept = (name: string, key: string, value: string) =>
      configMap(name, { n: '1' }, { annotations: { [key]: value } });
    return {
      base: {
        'root/note.yaml': manifest(configMap(place.name, { a: '1' })),
        'root/child.yaml': manifest(child),
        'child/all.yaml': manifest(
          configMap('one', { n: '1' }),
          kept('undeleted', 'argocd.argoproj.io/sync-options', 'Delete=false'),
          kept('unpruned', 'argocd.argoproj.io/sync-options', 'Prune=false'),
          kept('policy', 'helm.sh/resource-policy', 'keep'),
        ),
      },
      head: { 'root/child.yaml': null },
      cluster: [place.application({ source: { path: 'root' }, destination: { namespace: 'argocd' } })],
      syncs: true,
    };
  },
};
