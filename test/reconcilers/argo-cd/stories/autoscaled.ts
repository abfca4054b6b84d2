import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Deployment without replicas keeps those of its autoscaler when its image changes',
  tell: (place) => {
    const autoscaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 8,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
          },
        ],
      },
    };
    const all = (image: string): string =>
      manifest(deployment('web', { image }), autoscaler, service('web'), configMap('web', { image }));
    return {
      base: { 'apps/web.yaml': all('registry.example.com/web:1') },
      head: { 'apps/web.yaml': all('registry.example.com/web:2') },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => {
        const metadata = { name: 'web', namespace: place.namespace };
        const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata };
        await hand.scale(web, 6, 'horizontal-pod-autoscaler');
      },
      syncs: true,
    };
  },
};
