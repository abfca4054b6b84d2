import { stringify } from 'yaml';

import type { Story } from '../story.ts';
import { chartName, websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title: 'A chart here depends on one of an HTTP repository, whose range of versions and values change',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const { charts } = place.outside;
    for (const version of ['1.0.0', '1.4.2', '2.0.0']) await charts.publish(websiteChart(version));
    const chart = (version: string, values: object): Readonly<Record<string, string>> => ({
      'shop/Chart.yaml': stringify({
        apiVersion: 'v2',
        name: 'shop',
        version: '0.1.0',
        dependencies: [{ name: chartName, alias: 'front', version, repository: charts.repoURL }],
      }),
      'shop/values.yaml': stringify({ front: values }),
      'shop/templates/own.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: own }\ndata: { a: b }\n',
    });
    return {
      base: chart('1.0.x', { replicas: 1 }),
      head: chart('^1.0.0', { replicas: 2, color: 'green' }),
      cluster: [place.application({ source: { path: 'shop', helm: { releaseName: 'web' } } })],
      syncs: true,
    };
  },
};
