import { manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A release gets another release name: it is uninstalled and installed anew',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')) },
      head: {
        'clusters/web.yaml': manifest(
          place.helmRelease({ chart: websiteOf('1.0.0'), releaseName: 'shop' }, 'web'),
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
