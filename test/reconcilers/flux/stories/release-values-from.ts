import { configMap, manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Values come from a ConfigMap of Git that the pull request changes',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: {
        'clusters/values.yaml': manifest(
          configMap('web-values', { 'values.yaml': 'color: red\nport: 81\n', port: '82' }),
        ),
        'clusters/web.yaml': manifest(
          place.helmRelease(
            {
              chart: websiteOf('1.0.0'),
              valuesFrom: [
                { kind: 'ConfigMap', name: 'web-values' },
                { kind: 'ConfigMap', name: 'web-values', valuesKey: 'port', targetPath: 'port' },
                { kind: 'ConfigMap', name: 'absent', optional: true },
              ],
              values: { color: 'blue' },
            },
            'web',
          ),
        ),
      },
      head: {
        'clusters/values.yaml': manifest(
          configMap('web-values', { 'values.yaml': 'color: green\nreplicas: 2\n', port: '83' }),
        ),
      },
      cluster: [
        place.source(),
        helmRepository(place.namespace, charts.repoURL),
        place.kustomization({ path: './clusters' }, 'root'),
      ],
      lands: true,
    };
  },
};
