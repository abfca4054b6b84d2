import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Action, Comparison } from '../../src/diff/change.ts';
import { identityOf } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { words } from '../../src/object/masked.ts';
import type { Unit } from '../../src/reconciler/unit.ts';
import { newClaims, type Claiming } from '../../src/review/new-claims.ts';
import { unitOf } from '../reconciler/argo-cd/sync/story.ts';
import { compared } from '../risk/subjects.ts';

function configMap(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } };
}

function comparisonOf(name: string, action: Action): Comparison {
  const [only] = compared([], [configMap(name)]);
  assert.ok(only !== undefined);
  const live = configMap(name);
  const place = { file: `${name}.yaml`, line: 1 };
  return { ...only, before: live, after: live, origin: place, change: { ...only.change, action } };
}

/** Its reconciler says of each object that it was asked about. */
function claiming(
  base: readonly string[] | undefined,
  comparisons: readonly Comparison[],
  unit: Unit = unitOf(),
): Claiming {
  const declared = (base ?? []).map((name) => ({ object: configMap(name), origin: undefined }));
  return {
    pair: {
      base: base === undefined ? undefined : { unit },
      head: {
        unit,
        reconciler: {
          claims: (_unit, outcomes) =>
            outcomes.map(({ after }) => ({
              about: 'asked',
              severity: 'block',
              unit: unit.id,
              objects: after === undefined ? [] : [identityOf(after)],
              title: words`asked`,
              detail: words`asked`,
              advice: words`none`,
              places: [],
              restsOn: null,
            })),
        },
      },
    },
    base: base === undefined ? undefined : declared,
    objects: comparisons.flatMap(({ change, after }) =>
      after === undefined || change.action === 'handed-over' ? [] : [after],
    ),
    comparisons,
  };
}

function asked(...units: readonly Claiming[]): readonly string[] {
  return newClaims(units, (place) => [place]).map(
    ({ objects, places }) => `${objects[0]?.name ?? '-'} in ${places[0]?.file ?? '-'}`,
  );
}

test('A reconciler is asked of what head takes and base did not declare, and of nothing else', () => {
  const taken = [comparisonOf('new', 'adopted'), comparisonOf('old', 'adopted')];
  assert.deepEqual(asked(claiming(['old'], taken)), ['new in new.yaml']);
  assert.deepEqual(asked(claiming(undefined, taken)), ['new in new.yaml', 'old in old.yaml']);
  assert.deepEqual(asked(claiming([], [comparisonOf('new', 'created'), comparisonOf('a', 'refused')])), []);
});

test('A reconciler is asked also of what lives and may not be shown, as of that', () => {
  const [only] = [comparisonOf('new', 'adopted')].map((each) => ({ ...each, before: undefined }));
  assert.ok(only !== undefined);
  const said: unknown[] = [];
  const unit = claiming([], [only]);
  const { head } = unit.pair;
  assert.ok(head !== undefined);
  const claims: typeof head.reconciler.claims = (_unit, outcomes) => {
    said.push(...outcomes.map(({ before, unshown }) => [before?.metadata.name, unshown]));
    return [];
  };
  const pair = { ...unit.pair, head: { ...head, reconciler: { claims } } };
  newClaims([{ ...unit, pair, unshown: [configMap('other'), configMap('new')] }], (place) => [place]);
  assert.deepEqual(said, [['new', true]]);
});

test('What another unit of the same cluster gives up is no second claim', () => {
  const taker = claiming([], [comparisonOf('new', 'configured')]);
  const giver = claiming(['new'], [comparisonOf('new', 'handed-over')]);
  assert.deepEqual(asked(taker, giver), []);
  const elsewhere = { ...unitOf(), target: { cluster: 'spoke', namespace: 'shop' } };
  const other = claiming(['new'], [comparisonOf('new', 'handed-over')], elsewhere);
  assert.deepEqual(asked(taker, other), ['new in new.yaml']);
});

test('Of two units that declare the same on one cluster, the one that had it not is told of the other', () => {
  const [first, second] = [
    claiming([], [comparisonOf('new', 'created')]),
    claiming([], [comparisonOf('new', 'created')]),
  ];
  assert.deepEqual(asked(first, second), ['new in new.yaml']);
  const had = claiming(['new'], [comparisonOf('new', 'unchanged')]);
  assert.deepEqual(asked(first, had), ['new in new.yaml']);
  assert.deepEqual(asked(had, claiming(['new'], [comparisonOf('new', 'unchanged')])), []);
  const spoke = { ...unitOf(), target: { cluster: 'spoke', namespace: 'shop' } };
  assert.deepEqual(asked(first, claiming([], [comparisonOf('new', 'created')], spoke)), []);
  const unknown = { ...unitOf(), target: { cluster: undefined, namespace: 'shop' } };
  const [one, other] = [unknown, unknown].map((unit) => claiming([], [comparisonOf('new', 'created')], unit));
  assert.ok(one !== undefined && other !== undefined);
  assert.deepEqual(asked(one, other), []);
});

test('Two that take over what a third gives up claim it both', () => {
  const giver = claiming(['new'], [comparisonOf('new', 'handed-over')]);
  const takers = [0, 1].map(() => claiming([], [comparisonOf('new', 'configured')]));
  assert.deepEqual(asked(giver, ...takers), ['new in new.yaml']);
});
