import { manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What somebody edited stays until an upgrade: then stated fields come back',
  versions: ['2.9', '2.7'],
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')) },
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
      drift: async (hand) => {
        const metadata = { name: 'web', namespace: place.namespace };
        await hand.edit({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { ...metadata, labels: { by: 'hand' } },
          spec: { replicas: 4 },
        });
        await hand.edit({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata,
          data: { more: 'by hand', color: 'by hand' },
        });
      },
      lands: true,
    };
  },
};
