import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A window of the project denies syncs, and the change waits until it is gone',
  tell: (place) => {
    const project = (windows: readonly { readonly kind: string }[]) => ({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: place.name, namespace: 'argocd' },
      spec: {
        sourceRepos: ['*'],
        destinations: [{ server: '*', namespace: '*' }],
        ...(windows.length === 0 ? {} : { syncWindows: [...windows] }),
      },
    });
    const never = { kind: 'deny', schedule: '* * * * *', duration: '1h', applications: ['*'] };
    return {
      base: { 'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })) },
      head: { 'apps/all.yaml': manifest(configMap('one', { n: '2' }), configMap('three', { n: '1' })) },
      cluster: [project([]), place.application({ project: place.name, source: { path: 'apps' } })],
      drift: async (hand) => {
        await hand.apply(project([never]));
      },
      later: async (hand) => hand.apply(project([])),
      syncs: true,
      check: ({ review }) => {
        assert.match(JSON.stringify(review), /sync windows forbid a sync now/u);
      },
    };
  },
};
