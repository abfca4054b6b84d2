import assert from 'node:assert/strict';

import { configMap, manifest, service } from '../../manifests.ts';
import { allVerbs, impersonated, impersonates, may, role } from '../impersonation.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'The account that a sync runs as may not change Services: these are refused, the rest lands',
  settings: impersonates,
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(
        configMap('one', { n: '1' }),
        configMap('two', { n: '1' }),
        service('web'),
        service('same'),
      ),
    },
    head: {
      'apps/all.yaml': manifest(
        configMap('one', { n: '2' }),
        configMap('three', { n: '1' }),
        service('web', 8080),
        service('same'),
      ),
    },
    cluster: impersonated(place, may(allVerbs, 'configmaps', 'services')),
    drift: async (hand) => hand.apply(role(place, may(allVerbs, 'configmaps'), may(['get'], 'services'))),
    syncs: true,
    check: ({ predicted, review }) => {
      const refused = predicted.filter(({ action }) => action === 'refused');
      assert.deepEqual(
        refused.map(({ identity }) => `${identity.kind} ${identity.name}`),
        ['Service web'],
      );
      const rule = 'apiGroups: [\\"\\"], resources: [\\"services\\"], verbs: [\\"patch\\"]';
      assert.ok(JSON.stringify(review).includes(rule));
    },
  }),
};
