import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

const library = (size: number): string => `{
  config(name, color):: {
    apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: name },
    data: { color: color, size: '${String(size)}' },
  },
}
`;

export const story: Story = {
  title: 'A Jsonnet library changes, and all that a file makes of it with arguments changes',
  tell: (place) => ({
    base: {
      'apps/all.jsonnet': `local lib = import 'lib.libsonnet';
function(color, count) [lib.config('each-%d' % n, color + std.extVar('shade')) for n in std.range(1, count)]
`,
      'vendor/lib.libsonnet': library(1),
      'apps/plain.yaml': manifest(configMap('plain', { n: '1' })),
    },
    head: { 'vendor/lib.libsonnet': library(2) },
    cluster: [
      place.application({
        source: {
          path: 'apps',
          directory: {
            jsonnet: {
              tlas: [
                { name: 'color', value: 'blue' },
                { name: 'count', value: '3', code: true },
              ],
              extVars: [{ name: 'shade', value: '-dark' }],
              libs: ['vendor'],
            },
          },
        },
      }),
    ],
    syncs: true,
  }),
};
