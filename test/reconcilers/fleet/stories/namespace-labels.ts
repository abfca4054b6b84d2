import { twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The bundle labels the namespace of its release',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml() },
    head: { 'apps/fleet.yaml': place.fleetYaml({ namespaceLabels: { tier: 'web' } }) },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
