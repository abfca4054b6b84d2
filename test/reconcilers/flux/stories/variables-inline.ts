import { configMap, manifest, website } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A variable changes in the Kustomization, and other types come of it',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'clusters/apps.yaml': manifest(
        place.kustomization(
          { path: './apps', postBuild: { substitute: { color: 'blue', replicas: '1' } } },
          'apps',
        ),
      ),
      'apps/map.yaml': manifest(
        configMap('colors', { color: '${color}', other: '${missing:-none}', kept: '$${color}' }),
      ),
      'apps/plain.yaml': manifest(
        configMap(
          'plain',
          { n: '1' },
          {
            annotations: {
              'kustomize.toolkit.fluxcd.io/substitute': 'disabled',
              'example.com/text': '${color}',
            },
          },
        ),
      ),
      'apps/web.yaml': website({}, { n: '1' }).replace('spec:\n', 'spec:\n  replicas: ${replicas}\n'),
    },
    head: {
      'clusters/apps.yaml': manifest(
        place.kustomization(
          { path: './apps', postBuild: { substitute: { color: 'green', replicas: '2' } } },
          'apps',
        ),
      ),
    },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
