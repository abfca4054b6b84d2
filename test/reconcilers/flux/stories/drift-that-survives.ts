import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What other managers than kubectl wrote stays where Git states nothing',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/web.yaml': website({ replicas: 1 }, { color: 'blue' }) },
    head: {
      'apps/web.yaml': website({ replicas: 1, image: 'registry.example.com/web:2' }, { color: 'blue' }),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata };
      await hand.edit(
        { ...deployment, metadata: { ...metadata, labels: { by: 'flux' } } },
        'flux-client-side-apply',
      );
      await hand.edit({ ...deployment, spec: { paused: true } }, 'some-controller');
      await hand.scale(deployment, 5, 'kube-controller-manager');
    },
    lands: true,
  }),
};
