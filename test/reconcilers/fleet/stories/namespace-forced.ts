import { configMap, manifest, twoAndOld } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The bundle forces into its namespace what names another one',
  tell: (place) => ({
    base: { ...twoAndOld, 'apps/fleet.yaml': place.fleetYaml({ namespace: place.name }) },
    head: {
      'apps/elsewhere.yaml': manifest(configMap('elsewhere', { n: '1' }, { namespace: 'default' })),
    },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
