import { manifest } from '../../manifests.ts';
import { websiteChart } from '../../outside/website-chart.ts';
import { helmRepository, websiteOf } from '../flux-objects.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A post-renderer changes an image, and common metadata is added',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    return {
      base: { 'clusters/web.yaml': manifest(place.helmRelease({ chart: websiteOf('1.0.0') }, 'web')) },
      head: {
        'clusters/web.yaml': manifest(
          place.helmRelease(
            {
              chart: websiteOf('1.0.0'),
              commonMetadata: { labels: { team: 'shop' } },
              postRenderers: [
                {
                  kustomize: {
                    images: [{ name: 'registry.example.com/web', newTag: '7' }],
                    patches: [
                      {
                        target: { kind: 'Service' },
                        patch: '[{"op":"replace","path":"/spec/ports/0/port","value":8080}]',
                      },
                    ],
                  },
                },
              ],
            },
            'web',
          ),
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
