import assert from 'node:assert/strict';
import { openDefinition } from '../../../bed/argo-cd/open-kinds.ts';
import { configMap, manifest, service } from '../../manifests.ts';
import { granted } from '../granted.ts';
import type { Story } from '../story.ts';

const group = 'argoproj.io';
const istio = 'networking.istio.io';

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
        trafficRouting: { istio: { virtualService: { name: 'web' } } },
        steps: weights.map((setWeight) => ({ setWeight })),
      },
    },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: `registry.example.com/${image}` }] },
    },
  },
});

const virtualService = (stable: number) => ({
  apiVersion: `${istio}/v1`,
  kind: 'VirtualService',
  metadata: { name: 'web' },
  spec: {
    hosts: ['web'],
    http: [
      {
        name: 'primary',
        route: [
          { destination: { host: 'web' }, weight: stable },
          { destination: { host: 'web-next' }, weight: 100 - stable },
        ],
      },
    ],
  },
});

export const story: Story = {
  title:
    'A Rollout takes other steps and another image; its controller keeps what it wrote into the Services, and loses the weights that Git states',
  tell: (place) => {
    const all = (image: string, ...weights: readonly number[]): string =>
      manifest(
        rollout(image, weights),
        service('web'),
        service('web-next'),
        virtualService(100),
        configMap('web', { image }),
      );
    return {
      base: { 'apps/all.yaml': all('web:1', 20, 50) },
      head: { 'apps/all.yaml': all('web:2', 10) },
      cluster: [
        openDefinition('Rollout'),
        openDefinition('VirtualService', istio, 'v1'),
        ...granted(place, group, 'rollouts'),
        ...granted(place, istio, 'virtualservices'),
        place.application({ source: { path: 'apps' }, syncPolicy: { automated: { selfHeal: false } } }),
      ],
      drift: async (hand) => {
        const selector = { 'rollouts-pod-template-hash': '66bd5f7c9c' };
        for (const name of ['web', 'web-next']) {
          const metadata = { name, namespace: place.namespace };
          const edited = { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector } };
          await hand.edit(edited, 'rollouts-controller');
        }
        const { metadata, ...shifted } = virtualService(80);
        const there = { ...metadata, namespace: place.namespace };
        await hand.edit({ ...shifted, metadata: there }, 'rollouts-controller');
      },
      syncs: true,
      check: ({ review }) => {
        const routes = review.changes.filter(({ object }) => object.kind === 'VirtualService');
        assert.deepEqual(
          routes.map(({ action, causes }) => [action, ...causes]),
          [['configured', 'controller']],
        );
        assert.deepEqual(
          routes.flatMap(({ fields }) => fields.map(({ author }) => author?.name)),
          ['Argo Rollouts', 'Argo Rollouts'],
        );
        const said = review.findings.map(({ rule }) => rule);
        assert.ok(said.includes('writer-fought') && !said.includes('drift-overwritten'), said.join());
      },
    };
  },
};
