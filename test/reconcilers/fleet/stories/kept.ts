import { configMap, manifest, twoConfigMaps } from '../../manifests.ts';
import { widgetDefinition } from '../../widgets.ts';
import type { Story } from '../story.ts';

const annotations = { 'helm.sh/resource-policy': 'keep' };

export const story: Story = {
  title: 'An object that is to be kept, and one that its set would not prune, leave with a plain one',
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(...twoConfigMaps('1')),
      'apps/kept.yaml': manifest(configMap('kept', { n: '1' }, { annotations })),
      'apps/unpruned.yaml': manifest(
        configMap('unpruned', { n: '1' }, { annotations: { 'objectset.rio.cattle.io/prune': 'false' } }),
      ),
      'apps/definition.yaml': manifest(widgetDefinition(`${place.name}.example.com`, { type: 'object' })),
      'apps/fleet.yaml': place.fleetYaml(),
    },
    head: { 'apps/kept.yaml': null, 'apps/unpruned.yaml': null, 'apps/definition.yaml': null },
    gitRepos: [place.gitRepo()],
    lands: true,
  }),
};
