import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'One of two bundles vanishes, and the other one changes',
  tell: (place) => ({
    base: {
      'apps/one/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/one/fleet.yaml': place.fleetYaml(),
      'apps/two/old.yaml': twoAndOld['apps/old.yaml'],
      'apps/two/fleet.yaml': place.fleetYaml(),
    },
    head: {
      'apps/one/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/two/old.yaml': null,
      'apps/two/fleet.yaml': null,
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
