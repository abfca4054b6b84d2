import { stringify } from 'yaml';

import { configMap, manifest } from '../../manifests.ts';
import type { Story } from '../story.ts';
import { chartName, websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title: 'A chart of an HTTP repository takes its values from this one, which has plain objects besides',
  tell: async (place) => {
    const { charts } = place.outside;
    await charts.publish(websiteChart('1.0.0'));
    const own = { repoURL: place.repoURL, targetRevision: 'main' };
    return {
      base: {
        'values/all.yaml': stringify({ color: 'blue', port: 8080 }),
        'values/production.yaml': stringify({ replicas: 2 }),
        'plain/all.yaml': manifest(configMap('plain', { number: '1' })),
      },
      head: {
        'values/all.yaml': stringify({ color: 'green', port: 80 }),
        'values/production.yaml': stringify({ replicas: 3, port: 9090 }),
        'plain/all.yaml': manifest(configMap('plain', { number: '2' })),
      },
      cluster: [
        place.application({
          sources: [
            {
              repoURL: charts.repoURL,
              chart: chartName,
              targetRevision: '1.0.0',
              helm: {
                releaseName: 'web',
                valueFiles: ['$here/values/all.yaml', '$here/values/production.yaml'],
                parameters: [{ name: 'replicas', value: '4' }],
              },
            },
            { ...own, ref: 'here', path: 'plain' },
          ],
        }),
      ],
      syncs: true,
    };
  },
};
