import { stringify } from 'yaml';

import { chart } from '../chart.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'What a chart renders goes through a kustomization, which changes',
  tell: (place) => ({
    base: {
      ...chart('apps/chart'),
      'apps/overlay/kustomization.yaml': kustomization('blue'),
      'apps/fleet.yaml': place.fleetYaml({
        helm: { chart: './chart', releaseName: place.name },
        kustomize: { dir: 'overlay' },
      }),
    },
    head: { 'apps/overlay/kustomization.yaml': kustomization('green') },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};

function kustomization(team: string): string {
  return stringify({ labels: [{ pairs: { team } }] });
}
