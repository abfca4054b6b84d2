import { stringify } from 'yaml';

import { website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'An Application sets images, replicas and labels over a kustomization, and its override file another image',
  versions: ['3.5', '3.2'],
  tell: (place) => {
    const kustomization = (prefix: string): string =>
      stringify({
        resources: ['web.yaml'],
        namePrefix: prefix,
        configMapGenerator: [{ name: 'settings', literals: [`prefix=${prefix}`] }],
      });
    const overrides = (tag: string): string =>
      stringify({ kustomize: { images: [`registry.example.com/web:${tag}`], commonAnnotations: { tag } } });
    return {
      base: {
        'apps/kustomization.yaml': kustomization('a-'),
        'apps/web.yaml': website({ replicas: 1 }, { n: '1' }),
        'apps/.argocd-source.yaml': overrides('2.0.0'),
      },
      head: {
        'apps/kustomization.yaml': kustomization('a-').replace('prefix=a-', 'prefix=b'),
        [`apps/.argocd-source-${place.name}.yaml`]: overrides('3.0.0'),
      },
      cluster: [
        place.application({
          source: {
            path: 'apps',
            kustomize: {
              images: ['registry.example.com/web:1.5.0'],
              replicas: [{ name: 'web', count: 2 }],
              commonLabels: { team: 'storefront' },
              labelWithoutSelector: true,
            },
          },
        }),
      ],
      syncs: true,
    };
  },
};
