import { configMap, manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Nothing of the release changes: what somebody edited stays',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: {
        'clusters/one.yaml': manifest(configMap('one', { n: '1' })),
        'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')),
      },
      head: {
        'clusters/one.yaml': manifest(configMap('one', { n: '2' })),
        'clusters/web.yaml': `# a comment\n${manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web'))}`,
      },
      cluster: [
        place.source(),
        helmRepository(place.namespace, charts.repoURL),
        place.kustomization({ path: './clusters' }, 'root'),
      ],
      drift: async (hand) =>
        hand.edit({
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'web', namespace: place.namespace },
          spec: { replicas: 4 },
        }),
      lands: true,
    };
  },
};
