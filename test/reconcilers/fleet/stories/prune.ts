import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'One of three objects leaves the bundle and is removed, one changes',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/old.yaml': null,
      'apps/new.yaml': manifest(configMap('new', { n: '1' })),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
