import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A Kustomization adds a prefix, a patch and an image over a directory with its own kustomization',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/kustomization.yaml':
        'resources: [web.yaml]\nnameSuffix: -east\nimages: [{ name: registry.example.com/web, newTag: 1.1.0 }]\n',
      'apps/web.yaml': website({ replicas: 1 }, { color: 'blue' }),
    },
    head: { 'apps/web.yaml': website({ replicas: 3 }, { color: 'green' }) },
    cluster: [
      place.source(),
      place.kustomization({
        path: './apps',
        namePrefix: 'shop-',
        images: [{ name: 'registry.example.com/web', newTag: '1.2.0' }],
        patches: [
          {
            target: { kind: 'Deployment' },
            patch: '[{"op":"add","path":"/metadata/annotations","value":{"patched":"yes"}}]',
          },
        ],
        commonMetadata: { labels: { team: 'shop' }, annotations: { owner: 'octo' } },
      }),
    ],
    lands: true,
  }),
};
