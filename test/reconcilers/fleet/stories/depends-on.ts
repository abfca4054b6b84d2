import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A bundle that depends on another one changes together with it',
  tell: (place) => ({
    base: {
      'apps/one/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/one/fleet.yaml': place.fleetYaml(),
      'apps/two/three.yaml': manifest(configMap('three', { n: '1' })),
      'apps/two/fleet.yaml': place.fleetYaml({ dependsOn: [{ name: `${place.name}-apps-one` }] }),
    },
    head: {
      'apps/one/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/two/three.yaml': manifest(configMap('three', { n: '2' })),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
