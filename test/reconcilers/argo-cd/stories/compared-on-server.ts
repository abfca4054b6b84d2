import { configMap, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With the comparison on the server, a key that leaves Git is not seen, and starts no sync',
  versions: ['3.5', '3.2'],
  settings: { params: { 'controller.diff.server.side': 'true' } },
  tell: (place) => {
    const metadata = { name: 'web', namespace: place.namespace };
    return {
      base: {
        'apps/web.yaml': website({ replicas: 2 }, { a: '1', b: '1' }),
      },
      head: {
        'apps/web.yaml': website({ replicas: 2 }, { a: '1' }),
      },
      cluster: [place.application({ source: { path: 'apps' } })],
      drift: async (hand) => {
        await hand.edit(configMap('web', { c: 'by hand' }, metadata));
        await hand.edit({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { ...metadata, labels: { by: 'hand' } },
        });
      },
      syncs: false,
    };
  },
};
