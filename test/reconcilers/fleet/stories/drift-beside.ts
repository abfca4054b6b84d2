import { configMap, manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What others have added beside the fields of the bundle stays',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')) },
    gitRepos: [place.gitRepo()],
    drift: async (hand) => {
      await hand.edit(
        configMap('one', { other: 'x' }, { namespace: place.namespace, labels: { mine: 'x' } }),
      );
    },
    lands: true,
  }),
};
