import { manifest, twoConfigMaps } from '../../manifests.ts';
import { widgetDefinition } from '../../widgets.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A definition comes together with an object of its kind, which Helm does not know then',
  tell: (place) => {
    const group = `${place.name}.example.com`;
    const widget = { apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name: 'one' }, spec: {} };
    return {
      base: { 'apps/all.yaml': manifest(...twoConfigMaps('1')), 'apps/fleet.yaml': place.fleetYaml() },
      head: {
        'apps/all.yaml': manifest(...twoConfigMaps('2')),
        'apps/widgets.yaml': manifest(widgetDefinition(group, { type: 'object' }), widget),
      },
      gitRepos: [place.gitRepo()],
      lands: false,
    };
  },
};
