import assert from 'node:assert/strict';

import { folder, inGit, root } from '../application-set.ts';
import { looksElsewhere, setInPlace } from '../elsewhere.ts';
import { project } from '../project.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An ApplicationSet outside the namespace of Argo CD makes and deletes Applications beside itself',
  settings: looksElsewhere,
  tell: (place) => ({
    base: {
      ...inGit(setInPlace(place, 'red', 'blue')),
      ...folder('teams/red', 'red'),
      ...folder('teams/blue', 'blue'),
      ...folder('teams/green', 'green'),
    },
    head: { ...inGit(setInPlace(place, 'red', 'green')), ...folder('teams/red', 'red', 'Red') },
    cluster: [project(place, { sourceNamespaces: [place.namespace] }), root(place)],
    syncs: true,
    check: ({ applications, predicted }) => {
      const names = ['green', 'red', 'root'].map((name) => `${place.name}-${name}`);
      assert.deepEqual([...applications.keys()].toSorted(), names);
      const units = new Set(predicted.map(({ unit }) => unit));
      assert.ok(units.has(`argo-cd/production/${place.namespace}/${place.name}-green`));
    },
  }),
};
