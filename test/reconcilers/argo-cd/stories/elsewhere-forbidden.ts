import assert from 'node:assert/strict';

import { manifest, twoAndOld, twoConfigMaps } from '../../manifests.ts';
import { inPlace, looksElsewhere } from '../elsewhere.ts';
import { project } from '../project.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'A project no longer permits the namespace of an Application, and nothing of it lands',
  settings: looksElsewhere,
  tell: (place) => ({
    base: twoAndOld,
    head: { 'apps/all.yaml': manifest(...twoConfigMaps('2')), 'apps/old.yaml': null },
    cluster: [
      project(place, { sourceNamespaces: [place.namespace] }),
      inPlace(place, place.application({ project: place.name, source: { path: 'apps' } })),
    ],
    drift: async (hand) => hand.apply(project(place, { sourceNamespaces: ['others'] })),
    syncs: false,
    check: ({ predicted }) => {
      assert.deepEqual(new Set(predicted.map(({ action }) => action)), new Set(['refused']));
    },
  }),
};
