import { stringify } from 'yaml';

import { root } from '../application-set.ts';
import type { Story } from '../story.ts';
import { websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title: 'A chart in another Git repository moves from a tag to a range of tags',
  versions: ['3.5', '3.2'],
  tell: async (place) => {
    const other = await place.outside.repository();
    for (const version of ['1.0.0', '1.1.0', '2.0.0']) {
      const files = {
        ...websiteChart(version).files,
        'Chart.yaml': stringify({ apiVersion: 'v2', name: 'website', version }),
        'production.yaml': stringify({ replicas: 2, color: version }),
      };
      const placed = Object.entries(files).map(([path, text]): [string, string] => [
        `charts/website/${path}`,
        text,
      ]);
      await other.commit({ branch: 'main', files: Object.fromEntries(placed), message: version });
      await other.createTag(`v${version}`);
    }
    const at = (targetRevision: string): string =>
      stringify(
        place.application(
          {
            source: {
              repoURL: other.cloneUrl,
              targetRevision,
              path: 'charts/website',
              helm: { releaseName: 'web', valueFiles: ['production.yaml'] },
            },
          },
          'web',
        ),
      );
    return {
      base: { 'sets/web.yaml': at('v1.0.0') },
      head: { 'sets/web.yaml': at('v1.*') },
      cluster: [root(place)],
      syncs: true,
    };
  },
};
