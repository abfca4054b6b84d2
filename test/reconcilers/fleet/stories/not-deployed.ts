import { manifest, twoConfigMaps, twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A customization says that the bundle is not deployed on this cluster any more',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/fleet.yaml': place.fleetYaml({
        targetCustomizations: [{ name: 'local', clusterName: 'local', doNotDeploy: true }],
      }),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
