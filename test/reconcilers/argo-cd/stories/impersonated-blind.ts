import { configMap, manifest, service } from '../../manifests.ts';
import { allVerbs, impersonated, impersonates, may, role } from '../impersonation.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The account that a sync runs as may not read Services, and so nothing of the sync lands',
  settings: impersonates,
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), configMap('two', { n: '1' }), service('web')),
    },
    head: {
      'apps/all.yaml': manifest(
        configMap('one', { n: '2' }),
        configMap('three', { n: '1' }),
        service('web', 8080),
      ),
    },
    cluster: impersonated(place, may(allVerbs, 'configmaps', 'services')),
    drift: async (hand) =>
      hand.apply(role(place, may(allVerbs, 'configmaps'), may(['create', 'patch', 'delete'], 'services'))),
    syncs: true,
  }),
};
