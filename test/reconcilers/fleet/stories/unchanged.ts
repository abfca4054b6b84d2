import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A pull request beside the bundle leaves what was edited by hand as it is',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'README.md': '# Read me\n' },
    gitRepos: [place.gitRepo()],
    lands: false,
  }),
};
