import type { Place, Story } from '../story.ts';
import { chart } from '../chart.ts';

export const story: Story = {
  title: 'A chart gets values that Fleet makes of the cluster’s labels',
  tell: (place) => ({
    base: { ...chart('apps/chart'), 'apps/fleet.yaml': options(place, 'blue') },
    head: { 'apps/fleet.yaml': options(place, 'green') },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};

function options(place: Place, color: string): string {
  const values = { color: `\${ .ClusterLabels.name }-${color}` };
  return place.fleetYaml({ helm: { chart: './chart', releaseName: place.name, values } });
}
