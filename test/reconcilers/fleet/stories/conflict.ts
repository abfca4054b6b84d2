import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A field that somebody edited conflicts, and nothing is removed',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    gitRepos: [place.gitRepo()],
    drift: async (hand) => {
      const edited = configMap('one', { n: '9' }, { namespace: place.namespace });
      await hand.edit(edited);
    },
    lands: true,
  }),
};
