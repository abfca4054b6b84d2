import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import { startOf, stateOf } from '../settling.ts';
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
      // A hard refresh renders it anew, and self-heal takes the difference for drift; but a refresh of Argo CD's own
      // between the two puts the old manifests back, so it is asked for again until an operation starts.
      later: async (hand) => {
        const before = startOf((await hand.read(made)) ?? {});
        for (let tries = 0; tries < 300; tries += 1) {
          // What stays as it is asks for nothing.
          const hard = { ...annotations, [refresh]: 'hard', 'example.com/tries': String(tries) };
          if (tries % 20 === 0)
            await hand.edit({ ...made, metadata: { ...made.metadata, annotations: hard } });
          await new Promise((resolve) => setTimeout(resolve, 500));
          if (startOf((await hand.read(made)) ?? {}) !== before) return;
        }
        throw new Error(`no operation starts: ${stateOf((await hand.read(made)) ?? {})}`);
      },
      syncs: true,
      check: ({ review }) => {
        assert.match(JSON.stringify(review), /Argo CD does not see what changes here/u);
      },
    };
  },
};
