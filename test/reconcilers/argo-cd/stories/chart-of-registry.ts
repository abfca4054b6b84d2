import { stringify } from 'yaml';

import { root } from '../application-set.ts';
import { registryAccess } from '../registry-access.ts';
import type { Story } from '../story.ts';
import { chartName, websiteChart } from '../../outside/website-chart.ts';

export const story: Story = {
  title: 'The chart of an OCI registry moves from a pinned version to a range',
  tell: async (place) => {
    const { registry } = place.outside;
    for (const version of ['1.0.0', '1.1.0', '1.2.0+build.7', '2.0.0']) {
      await registry.publish(websiteChart(version));
    }
    const at = (targetRevision: string): string =>
      stringify(
        place.application(
          {
            source: {
              repoURL: registry.repoURL,
              chart: chartName,
              targetRevision,
              helm: { releaseName: 'web', values: 'color: green\n' },
            },
          },
          'web',
        ),
      );
    return {
      base: { 'sets/web.yaml': at('1.0.0') },
      head: { 'sets/web.yaml': at('~1.x') },
      cluster: [registryAccess(place.name, registry.repoURL), root(place)],
      syncs: true,
    };
  },
};
