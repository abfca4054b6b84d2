import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle was paused with a change that waits since then, and its pause ends',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    merged: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/fleet.yaml': place.fleetYaml({ paused: true }),
    },
    head: { 'apps/fleet.yaml': place.fleetYaml() },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
