import assert from 'node:assert/strict';

import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import { allVerbs, impersonated, impersonates, may } from '../impersonation.ts';
import { project } from '../project.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A project names no account any more as which a sync may run, and nothing lands',
  settings: impersonates,
  tell: (place) => ({
    base: twoAndOld,
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    cluster: impersonated(place, may(allVerbs, 'configmaps')),
    drift: async (hand) => hand.apply(project(place, { destinationServiceAccounts: [] })),
    syncs: true,
    check: ({ predicted }) => {
      assert.deepEqual(new Set(predicted.map(({ action }) => action)), new Set(['refused']));
    },
  }),
};
