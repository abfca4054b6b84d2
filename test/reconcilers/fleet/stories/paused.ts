import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle is paused with the same pull request that changes it',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/fleet.yaml': place.fleetYaml({ paused: true }),
    },
    gitRepos: [place.gitRepo()],
    lands: false,
  }),
};
