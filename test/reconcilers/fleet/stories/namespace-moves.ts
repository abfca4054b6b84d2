import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The default namespace of a bundle moves, and its release with it',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml({ defaultNamespace: `${place.name}-a` }) },
    head: { 'apps/fleet.yaml': place.fleetYaml({ defaultNamespace: `${place.name}-b` }) },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
