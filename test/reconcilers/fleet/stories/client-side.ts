import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'A release that was installed with takeOwnership writes over what somebody edited, without a conflict',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml({ helm: { takeOwnership: true } }) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    gitRepos: [place.gitRepo()],
    drift: async (hand) => {
      await hand.edit(configMap('one', { n: '9', other: 'x' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
