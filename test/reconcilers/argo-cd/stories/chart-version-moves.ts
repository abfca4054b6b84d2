import { stringify } from 'yaml';

import { root } from '../application-set.ts';
import type { Story } from '../story.ts';
import { chartName, websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title: 'The chart of an HTTP repository moves from one pinned version to the next one',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const { charts } = place.outside;
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await charts.publish(websiteChart(version));
    const at = (targetRevision: string): string =>
      stringify(
        place.application(
          {
            source: {
              repoURL: charts.repoURL,
              chart: chartName,
              targetRevision,
              helm: { releaseName: 'web', valuesObject: { replicas: 2 } },
            },
          },
          'web',
        ),
      );
    return {
      base: { 'sets/web.yaml': at('1.0.0') },
      head: { 'sets/web.yaml': at('1.1.0') },
      cluster: [root(place)],
      syncs: true,
    };
  },
};
