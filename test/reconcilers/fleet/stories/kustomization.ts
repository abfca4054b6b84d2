import { stringify } from 'yaml';

import { manifest, twoConfigMaps } from '../../manifests.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A kustomization gives its objects another prefix: they are other ones then',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/kustomization.yaml': stringify({ resources: ['all.yaml'], namePrefix: 'a-' }),
      'apps/fleet.yaml': place.fleetYaml(),
    },
    head: { 'apps/kustomization.yaml': stringify({ resources: ['all.yaml'], namePrefix: 'b-' }) },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
