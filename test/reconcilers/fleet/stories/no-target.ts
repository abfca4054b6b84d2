import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The targets of a bundle match no cluster any more, and all of it is removed',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/fleet.yaml': place.fleetYaml({
        overrideTargets: [{ clusterSelector: { matchLabels: { region: 'east' } } }],
      }),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
