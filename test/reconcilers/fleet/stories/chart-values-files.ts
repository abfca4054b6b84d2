import { chart } from '../chart.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A file of values of a chart changes',
  tell: (place) => ({
    base: {
      ...chart('apps/chart'),
      'apps/values/own.yaml': 'color: blue\n',
      'apps/fleet.yaml': place.fleetYaml({
        helm: { chart: './chart', releaseName: place.name, valuesFiles: ['values/own.yaml'] },
      }),
    },
    head: { 'apps/values/own.yaml': 'color: green\n' },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
