import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle is to be applied by an account that is not there',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/fleet.yaml': place.fleetYaml({ serviceAccount: `${place.name}-deployer` }),
    },
    gitRepos: [place.gitRepo()],
    lands: false,
  }),
};
