import { manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A release of a registry moves to another version',
  tell: async (place) => {
    const { registry } = place.outside;
    await registry.publish(websiteChart('1.0.0'));
    await registry.publish(websiteChart('1.1.0', 'green'));
    return {
      base: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')) },
      head: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.1.0') }, 'web')) },
      cluster: [
        place.source(),
        helmRepository(place.namespace, `oci://${registry.repoURL}`, { type: 'oci', insecure: true }),
        place.kustomization({ path: './clusters' }, 'root'),
      ],
      lands: true,
    };
  },
};
