import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The image and the replicas of a website change',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: { 'apps/web.yaml': website({ replicas: 1 }, { color: 'blue' }) },
    head: {
      'apps/web.yaml': website({ replicas: 2, image: 'registry.example.com/web:2.0.0' }, { color: 'green' }),
    },
    cluster: [place.source(), place.kustomization({ path: './apps' })],
    lands: true,
  }),
};
