import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An overlay for the cluster by its name replaces a file',
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')), 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/overlays/local/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/overlays/local/more.yaml': manifest(configMap('more', { n: '1' })),
      'apps/fleet.yaml': place.fleetYaml({
        targetCustomizations: [{ name: 'local', clusterName: 'local', yaml: { overlays: ['local'] } }],
      }),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
