import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle has no target any more in the second cluster, and changes in the first one',
  secondCluster: true,
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/fleet.yaml': place.fleetYaml({
        targetCustomizations: [
          { name: 'west', clusterSelector: { matchLabels: { region: 'west' } }, doNotDeploy: true },
        ],
      }),
    },
    gitRepos: [place.gitRepo(), place.secondGitRepo()],
    lands: true,
  }),
};
