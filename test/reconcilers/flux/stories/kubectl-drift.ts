import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What kubectl wrote goes with the next reconciliation, also where Git states nothing',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/web.yaml': website({ replicas: 1 }, { color: 'blue' }) },
    head: { 'apps/web.yaml': website({ replicas: 1 }, { color: 'green' }) },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      await hand.edit({
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { ...metadata, annotations: { note: 'by hand' } },
        spec: { replicas: 4, template: { metadata: { annotations: { restarted: 'today' } } } },
      });
      await hand.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { more: 'by hand' } });
    },
    lands: true,
  }),
};
