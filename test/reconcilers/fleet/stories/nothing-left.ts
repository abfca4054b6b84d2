import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A GitRepo finds nothing any more: its bundle is deleted, and its Job fails',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'apps/all.yaml': null, 'apps/old.yaml': null, 'apps/fleet.yaml': null, 'README.md': '# Empty\n' },
    gitRepos: [place.gitRepo()],
    lands: true,
    fails: /no resource found/u,
  }),
};
