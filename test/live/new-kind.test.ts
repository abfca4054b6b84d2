import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placedAmong } from '../../src/live/new-kind.ts';
import { at } from '../../src/object/json.ts';

function definition(scope: 'Cluster' | 'Namespaced') {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'gizmos.example.test' },
    spec: {
      group: 'example.test',
      scope,
      names: { plural: 'gizmos', kind: 'Gizmo' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
}

const catalog = { find: () => undefined };
const gizmo = { apiVersion: 'example.test/v1', kind: 'Gizmo', metadata: { name: 'one', namespace: '' } };

function namespaceAmong(...definitions: readonly ReturnType<typeof definition>[]) {
  return at(placedAmong(catalog, gizmo, { definitions, namespace: 'shop' }), 'metadata', 'namespace');
}

test('Where an object of a new kind goes is told by its definition in the same pull request', () => {
  assert.equal(namespaceAmong(definition('Namespaced')), 'shop');
  assert.equal(namespaceAmong(definition('Cluster')), undefined);
});

test('An object of a kind that nobody defines stays where it says', () => {
  assert.equal(namespaceAmong(), '');
});
