import { configMap, manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A release takes over an object that somebody made by hand',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'clusters/one.yaml': manifest(configMap('one', { n: '1' })) },
      head: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')) },
      cluster: [
        place.source(),
        helmRepository(place.namespace, charts.repoURL),
        place.kustomization({ path: './clusters' }, 'root'),
      ],
      prepare: async (hand) =>
        hand.create(configMap('web', { color: 'by hand', more: 'by hand' }, { namespace: place.namespace })),
      lands: true,
    };
  },
};
