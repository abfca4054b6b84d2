import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const one = (name: string, n: string): string => manifest(configMap(name, { n }));

export const story: Story = {
  title: 'A directory with include and exclude: what matches lands, what moves out of it is pruned',
  tell: (place) => ({
    base: {
      'apps/web/a.yaml': one('web-a', '1'),
      'apps/web/b.yml': one('web-b', '1'),
      'apps/web/test-c.yaml': one('web-c', '1'),
      'apps/web/deep/d.json': JSON.stringify(configMap('deep-d', { n: '1' })),
      'apps/other/e.yaml': one('other-e', '1'),
    },
    head: {
      'apps/web/a.yaml': one('web-a', '2'),
      'apps/web/b.yml': `# +argocd:skip-file-rendering\n${one('web-b', '1')}`,
      'apps/web/test-c.yaml': one('web-c', '2'),
      'apps/web/deep/d.json': JSON.stringify(configMap('deep-d', { n: '2' })),
      'apps/other/e.yaml': one('other-e', '2'),
      'apps/web/f.txt': one('web-f', '1'),
    },
    cluster: [
      place.application({
        source: {
          path: 'apps',
          directory: { recurse: true, include: '{web/**,**/*.json}', exclude: '**/test-*' },
        },
      }),
    ],
    syncs: true,
  }),
};
