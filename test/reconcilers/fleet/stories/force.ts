import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'With force, a field that somebody edited is taken back',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml({ helm: { force: true } }) },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')) },
    gitRepos: [place.gitRepo()],
    drift: async (hand) => {
      await hand.edit(configMap('one', { n: '9', other: 'x' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
