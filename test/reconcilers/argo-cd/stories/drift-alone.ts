import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A merge that changes no object starts a sync all the same where drift is seen, which reverts it',
  tell: (place) => ({
    base: {
      'apps/web.yaml': website({ replicas: 2 }, { a: '1' }),
      'README.md': 'One\n',
    },
    head: {
      'apps/README.md': 'Two\n',
      'apps/web.yaml': website({ replicas: 2 }, { a: '1' }) + '# a comment\n',
    },
    cluster: [place.application({ source: { path: 'apps' } })],
    drift: async (hand) => {
      const metadata = { name: 'web', namespace: place.namespace };
      await hand.scale({ apiVersion: 'apps/v1', kind: 'Deployment', metadata }, 4);
    },
    syncs: true,
  }),
};
