import { configMap, deployment, manifest, service } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A container that a jq expression ignores changes, and nothing lands',
  tell: (place) => {
    const web = (sidecar: string): string => {
      const image = `registry.example.com/sidecar:${sidecar}`;
      const made = deployment('web');
      const containers = [
        { name: 'web', image: 'registry.example.com/web:1' },
        { name: 'sidecar', image },
      ];
      const labels = { app: 'web' };
      const spec = {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      };
      return manifest({ ...made, spec }, service('web'), configMap('web', { a: '1' }));
    };
    return {
      base: { 'apps/web.yaml': web('1') },
      head: { 'apps/web.yaml': web('2') },
      cluster: [
        place.application({
          source: { path: 'apps' },
          ignoreDifferences: [
            {
              group: 'apps',
              kind: 'Deployment',
              jqPathExpressions: ['.spec.template.spec.containers[] | select(.name == "sidecar")'],
            },
          ],
        }),
      ],
      syncs: false,
    };
  },
};
