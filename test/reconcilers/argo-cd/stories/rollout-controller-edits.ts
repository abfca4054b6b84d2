import { openDefinition } from '../../../bed/argo-cd/open-kinds.ts';
import { configMap, manifest, service } from '../../manifests.ts';
import { granted } from '../granted.ts';
import type { Story } from '../story.ts';

const group = 'argoproj.io';

const rollout = (image: string, weights: readonly number[]) => ({
  apiVersion: `${group}/v1alpha1`,
  kind: 'Rollout',
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    strategy: {
      canary: {
        stableService: 'web',
        canaryService: 'web-next',
        steps: weights.map((setWeight) => ({ setWeight })),
      },
    },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: `registry.example.com/${image}` }] },
    },
  },
});

export const story: Story = {
  title:
    'A Rollout takes other steps and another image, and its controller keeps what it wrote into the Services',
  tell: (place) => {
    const all = (image: string, ...weights: readonly number[]): string =>
      manifest(rollout(image, weights), service('web'), service('web-next'), configMap('web', { image }));
    return {
      base: { 'apps/all.yaml': all('web:1', 20, 50) },
      head: { 'apps/all.yaml': all('web:2', 10) },
      cluster: [
        openDefinition('Rollout'),
        ...granted(place, group, 'rollouts'),
        place.application({ source: { path: 'apps' } }),
      ],
      drift: async (hand) => {
        const selector = { 'rollouts-pod-template-hash': '66bd5f7c9c' };
        for (const name of ['web', 'web-next']) {
          const metadata = { name, namespace: place.namespace };
          const edited = { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector } };
          await hand.edit(edited, 'rollouts-controller');
        }
      },
      syncs: true,
    };
  },
};
