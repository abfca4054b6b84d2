import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Variables come from a ConfigMap of the cluster, and inline ones win',
  versions: ['2.9', '2.7'],
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap('one', { color: '${color}', size: '${size}' }),
        configMap('two', { n: '1' }),
      ),
    },
    head: { 'apps/three.yaml': manifest(configMap('three', { name: '${color}-${size}-${shape:=round}' })) },
    cluster: [
      { ...configMap('vars', { color: 'blue', size: 'small' }, { namespace: place.namespace }) },
      place.source(),
      place.kustomization({
        path: './apps',
        postBuild: {
          substitute: { size: 'large' },
          substituteFrom: [
            { kind: 'ConfigMap', name: 'vars' },
            { kind: 'ConfigMap', name: 'absent', optional: true },
          ],
        },
      }),
    ],
    lands: true,
  }),
};
