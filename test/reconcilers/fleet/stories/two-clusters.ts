import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'Two clusters take the same directory, each by a GitRepo of its own',
  secondCluster: true,
  tell: (place) => ({
    base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')), 'apps/fleet.yaml': place.fleetYaml() },
    head: {
      'apps/all.yaml': manifest(...twoConfigMaps('2')),
      'apps/new.yaml': manifest(configMap('new', { n: '1' })),
    },
    gitRepos: [place.gitRepo(), place.secondGitRepo()],
    lands: true,
  }),
};
