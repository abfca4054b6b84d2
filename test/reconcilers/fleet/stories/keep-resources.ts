import { twoAndOld, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle vanishes whose GitRepo keeps what it deployed',
  tell: (place) => ({
    base: {
      'apps/one/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/one/fleet.yaml': place.fleetYaml(),
      'apps/two/old.yaml': twoAndOld['apps/old.yaml'],
      'apps/two/fleet.yaml': place.fleetYaml(),
    },
    head: { 'apps/two/old.yaml': null, 'apps/two/fleet.yaml': null },
    gitRepos: [place.gitRepo({ keepResources: true })],
    lands: false,
  }),
};
