import { configMap, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With self-heal drift is gone before the change comes, and the change lands',
  tell: (place) => ({
    base: {
      'apps/web.yaml': website({ replicas: 2 }, { a: '1' }),
    },
    head: {
      'apps/web.yaml': website({ replicas: 3 }, { a: '1', b: '2' }),
    },
    cluster: [place.application({ source: { path: 'apps' }, syncPolicy: { automated: { selfHeal: true } } })],
    drift: async (hand) => {
      await hand.edit(configMap('web', { added: 'by hand' }, { namespace: place.namespace }));
    },
    syncs: true,
  }),
};
