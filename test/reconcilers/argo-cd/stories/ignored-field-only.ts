import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A change that touches only an ignored field never lands',
  tell: (place) => ({
    base: {
      'apps/web/web.yaml': website({ replicas: 2 }, { a: '1' }),
    },
    head: {
      'apps/web/web.yaml': website({ replicas: 5 }, { a: '1' }),
    },
    cluster: [
      place.application({
        source: { path: 'apps/web' },
        ignoreDifferences: [{ group: 'apps', kind: 'Deployment', jsonPointers: ['/spec/replicas'] }],
      }),
    ],
    syncs: false,
  }),
};
