import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An object of a kind that the project forbids ends the whole sync',
  tell: (place) => {
    const project = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: place.name, namespace: 'argocd' },
      spec: {
        sourceRepos: ['*'],
        destinations: [{ server: '*', namespace: place.namespace }],
        namespaceResourceBlacklist: [{ group: '', kind: 'ResourceQuota' }],
      },
    };
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'web' },
      spec: { hard: { pods: '10' } },
    };
    return {
      base: twoAndOld,
      head: {
        'apps/all.yaml': manifest(...twoConfigMaps('2'), quota),
        'apps/old.yaml': null,
      },
      cluster: [
        project,
        place.application({
          project: place.name,
          source: { path: 'apps' },
          syncPolicy: { retry: { limit: 0 } },
        }),
      ],
      syncs: true,
    };
  },
};
