import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A pull request changes the ConfigMap from which another Kustomization takes its variables',
  tell: (place) => ({
    base: {
      'clusters/vars.yaml': manifest(configMap('vars', { color: 'blue' })),
      'clusters/apps.yaml': manifest(
        place.kustomization(
          { path: './apps', postBuild: { substituteFrom: [{ kind: 'ConfigMap', name: 'vars' }] } },
          'apps',
        ),
      ),
      'apps/all.yaml': manifest(configMap('one', { color: '${color}' }), configMap('two', { n: '1' })),
    },
    head: { 'clusters/vars.yaml': manifest(configMap('vars', { color: 'green' })) },
    cluster: [place.source(), place.kustomization({ path: './clusters' }, 'root')],
    lands: true,
  }),
};
