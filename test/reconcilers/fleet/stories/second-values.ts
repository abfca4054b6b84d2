import { chart } from '../chart.ts';
import type { Place, Story } from '../story.ts';

export const story: Story = {
  title: 'A chart gets other values in the second cluster than in the first one',
  secondCluster: true,
  tell: (place) => ({
    base: { ...chart('apps/chart'), 'apps/fleet.yaml': options(place, 'blue') },
    head: { 'apps/fleet.yaml': options(place, 'green') },
    gitRepos: [place.gitRepo(), place.secondGitRepo()],
    lands: true,
  }),
};

function options(place: Place, color: string): string {
  return place.fleetYaml({
    helm: { chart: './chart', releaseName: place.name, values: { color: 'plain' } },
    targetCustomizations: [
      { name: 'west', clusterSelector: { matchLabels: { region: 'west' } }, helm: { values: { color } } },
    ],
  });
}
