import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A new bundle takes what somebody has made by hand',
  tell: (place) => ({
    base: { 'apps/one/all.yaml': manifest(...twoConfigMaps('1')), 'apps/one/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/two/by-hand.yaml': manifest(configMap('by-hand', { n: '2' })),
      'apps/two/fleet.yaml': place.fleetYaml({ helm: { takeOwnership: true } }),
    },
    gitRepos: [place.gitRepo()],
    drift: async (hand) => {
      await hand.create(configMap('by-hand', { n: '9', other: 'x' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
