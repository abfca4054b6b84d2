import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A field that somebody edited in the second cluster conflicts there alone',
  secondCluster: true,
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    gitRepos: [place.gitRepo(), place.secondGitRepo()],
    drift: async () => {
      await place.secondHand().edit(configMap('one', { n: '9' }, { namespace: place.namespace }));
    },
    lands: true,
  }),
};
