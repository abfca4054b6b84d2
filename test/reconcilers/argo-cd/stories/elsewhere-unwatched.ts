import assert from 'node:assert/strict';

import { configMap, manifest } from '../../manifests.ts';
import { folder, inGit, root } from '../application-set.ts';
import { looksElsewhere, setInPlace } from '../elsewhere.ts';
import { project } from '../project.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title: 'An ApplicationSet where its controller does not look makes nothing',
  settings: looksElsewhere,
  tell: (place) => {
    const note = (says: string) => manifest(configMap(`${place.name}-note`, { says }));
    return {
      base: {
        ...inGit(setInPlace(place, 'red')),
        ...folder('teams/red', 'red'),
        'sets/note.yaml': note('red'),
      },
      head: {
        ...inGit(setInPlace(place, 'red', 'blue')),
        ...folder('teams/red', 'red', 'Red'),
        ...folder('teams/blue', 'blue'),
        'sets/note.yaml': note('blue'),
      },
      cluster: [project(place, { sourceNamespaces: [place.namespace] }), root(place)],
      also: ['red-a', 'red-b', 'blue-a'].map((name) => ({
        ...configMap(name, {}),
        metadata: { name, namespace: place.namespace },
      })),
      syncs: true,
      check: ({ applications, predicted, review }) => {
        assert.deepEqual([...applications.keys()], [`${place.name}-root`]);
        assert.deepEqual(
          new Set(predicted.map(({ unit }) => unit)),
          new Set([`argo-cd/production/argocd/${place.name}-root`]),
        );
        assert.match(JSON.stringify(review), /No ApplicationSet controller looks at this ApplicationSet/u);
      },
    };
  },
};
