import assert from 'node:assert/strict';

import { at } from '../../../../src/object/json.ts';
import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const refresh = 'argocd.argoproj.io/refresh';

export const story: Story = {
  title: 'An Application that names the paths for which it is rendered does not see its base change',
  tell: (place) => {
    const annotations = { 'argocd.argoproj.io/manifest-generate-paths': '.' };
    const made = place.application({
      source: { path: 'apps' },
      syncPolicy: { automated: { prune: true, selfHeal: true } },
    });
    const application = { ...made, metadata: { ...made.metadata, annotations } };
    return {
      base: {
        'apps/kustomization.yaml': 'resources: [../base, own.yaml]\n',
        'apps/own.yaml': manifest(configMap('own', { n: '1' })),
        'base/kustomization.yaml': 'resources: [all.yaml]\n',
        'base/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' })),
      },
      head: { 'base/all.yaml': manifest(configMap('one', { n: '2' }), configMap('three', { n: '1' })) },
      cluster: [application],
      // A hard refresh renders it anew, and self-heal takes the difference for drift.
      later: async (hand) => {
        const hard = { ...annotations, [refresh]: 'hard' };
        await hand.edit({ ...application, metadata: { ...made.metadata, annotations: hard } });
        for (let tries = 0; tries < 60; tries += 1) {
          const now = await hand.read(made);
          if (at(now?.metadata, 'annotations', refresh) === undefined) return;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        throw new Error('it is not refreshed');
      },
      syncs: true,
      check: ({ review }) => {
        assert.match(JSON.stringify(review), /Argo CD does not see what changes here/u);
      },
    };
  },
};
