import { configMap, manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A release comes with the pull request',
  versions: ['2.9', '2.7'],
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'clusters/one.yaml': manifest(configMap('one', { n: '1' })) },
      head: {
        'clusters/web.yaml': manifest(
          place.helmRelease({ chart: websiteOf('1.0.0'), values: { color: 'green' } }, 'web'),
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
