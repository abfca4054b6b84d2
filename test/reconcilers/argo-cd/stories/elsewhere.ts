import assert from 'node:assert/strict';

import { at } from '../../../../src/object/json.ts';
import { configMap, deployment, manifest } from '../../manifests.ts';
import { inPlace, looksElsewhere } from '../elsewhere.ts';
import { project } from '../project.ts';
import type { Story } from '../story.ts';

export const story: Story = {
  title:
    'An Application outside the namespace of Argo CD prunes, makes and changes objects that bear its long name',
  settings: looksElsewhere,
  tell: (place) => ({
    base: {
      'apps/all.yaml': manifest(configMap('one', { n: '1' }), deployment('web')),
      'apps/old.yaml': manifest(configMap('old', { n: '1' })),
    },
    head: {
      'apps/all.yaml': manifest(configMap('one', { n: '2' }), deployment('web', { replicas: 2 })),
      'apps/new.yaml': manifest(configMap('new', { n: '1' })),
      'apps/old.yaml': null,
    },
    cluster: [
      project(place, { sourceNamespaces: [place.namespace] }),
      inPlace(place, place.application({ project: place.name, source: { path: 'apps' } })),
    ],
    syncs: true,
    check: async ({ predicted, live }) => {
      assert.deepEqual(
        new Set(predicted.map(({ unit }) => unit)),
        new Set([`argo-cd/production/${place.namespace}/${place.name}`]),
      );
      const made = predicted.find(({ action }) => action === 'created');
      assert.ok(made !== undefined);
      const mark = at(await live(made.identity), 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id');
      assert.equal(mark, `${place.namespace}_${place.name}:/ConfigMap:${place.namespace}/new`);
    },
  }),
};
