import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../src/object/json.ts';
import { anyFields, type MergeSchema, type PatchStrategy } from '../../src/object/merge/patch-strategy.ts';
import { applyStrategic } from '../../src/object/merge/strategic-apply.ts';
import { threeWayPatch, type ThreeWay } from '../../src/object/merge/three-way.ts';

const strategies: Readonly<Record<string, readonly PatchStrategy[]>> = {
  env: ['merge'],
  volumes: ['merge', 'retainKeys'],
  finalizers: ['merge'],
  strategy: ['retainKeys'],
};

const schema: MergeSchema = {
  field: (name) =>
    name === 'unknown'
      ? undefined
      : {
          strategies: strategies[name] ?? [],
          mergeKey: name === 'env' || name === 'volumes' ? 'name' : undefined,
          inside: schema,
        },
};

interface States {
  readonly original?: JsonObject;
  readonly modified: JsonObject;
  readonly current: JsonObject;
}

function strategic({ original, modified, current }: States): ThreeWay {
  return threeWayPatch({ form: { kind: 'strategic-merge', schema }, original, modified, current });
}

function bodyOf(patch: ThreeWay): JsonObject {
  assert.ok(patch.kind === 'patch', JSON.stringify(patch));
  return patch.body;
}

test('What is last applied and no longer declared is deleted; what only others wrote stays', () => {
  const current = { a: 1, b: 2, theirs: 3 };
  const body = bodyOf(strategic({ original: { a: 1, b: 2 }, modified: { a: 5 }, current }));
  assert.deepEqual(body, { a: 5, b: null });
  assert.deepEqual(strategic({ modified: { a: 1 }, current }), { kind: 'unchanged' });
  assert.deepEqual(applyStrategic(current, body, schema), { a: 5, theirs: 3 });
});

test('Items of a merged list are changed and deleted one by one, and the declared order is asked for', () => {
  const item = (name: string, value: string): JsonObject => ({ name, value });
  const current = { env: [item('theirs', 't'), item('a', '1'), item('b', '2')] };
  const body = bodyOf(
    strategic({
      original: { env: [item('a', '1'), item('b', '2')] },
      modified: { env: [item('c', '3'), item('a', '9')] },
      current,
    }),
  );
  assert.deepEqual(body, {
    '$setElementOrder/env': [{ name: 'c' }, { name: 'a' }],
    env: [item('c', '3'), item('a', '9'), { name: 'b', $patch: 'delete' }],
  });
  assert.deepEqual(applyStrategic(current, body, schema), {
    env: [item('c', '3'), item('theirs', 't'), item('a', '9')],
  });
});

test('Of a map that retains keys the others go, also those that the server had set', () => {
  const current = { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } };
  const body = bodyOf(strategic({ modified: { strategy: { type: 'Recreate' } }, current }));
  assert.deepEqual(body, { strategy: { $retainKeys: ['type'], type: 'Recreate' } });
  assert.deepEqual(applyStrategic(current, body, schema), { strategy: { type: 'Recreate' } });
  const volumes = { volumes: [{ name: 'v', emptyDir: {} }] };
  const changed = bodyOf(
    strategic({ modified: { volumes: [{ name: 'v', secret: { s: 1 } }] }, current: volumes }),
  );
  assert.deepEqual(applyStrategic(volumes, changed, schema), { volumes: [{ name: 'v', secret: { s: 1 } }] });
});

test('Scalars of a merged list are deleted by value, and a list that is not sorted is always sent its order', () => {
  const current = { finalizers: ['theirs', 'b', 'a'] };
  const body = bodyOf(
    strategic({ original: { finalizers: ['a', 'b'] }, modified: { finalizers: ['b', 'c'] }, current }),
  );
  assert.deepEqual(body, {
    '$deleteFromPrimitiveList/finalizers': ['a'],
    '$setElementOrder/finalizers': ['b', 'c'],
    finalizers: ['c'],
  });
  assert.deepEqual(applyStrategic(current, body, schema), { finalizers: ['theirs', 'b', 'c'] });
  const unsorted = { finalizers: ['b', 'a'] };
  assert.deepEqual(bodyOf(strategic({ modified: unsorted, current: unsorted })), {
    '$setElementOrder/finalizers': ['b', 'a'],
  });
});

test('A client ends with an error where it cannot merge, and what cannot be told is said', () => {
  const nameless = { env: [{ value: 'a' }] };
  const other = { env: [{ value: 'b' }] };
  assert.equal(strategic({ modified: nameless, current: other }).kind, 'refused');
  assert.equal(
    strategic({ modified: { unknown: { a: 1 } }, current: { unknown: { a: 2 } } }).kind,
    'refused',
  );
  assert.equal(
    strategic({ modified: { unknown: { a: 1 } }, current: { unknown: { a: 1 } } }).kind,
    'unchanged',
  );
  const long = Array.from({ length: 14 }, (_, index) => ({ name: `n${String(index % 13)}`, value: 'a' }));
  assert.equal(strategic({ modified: { env: long }, current: { env: long } }).kind, 'not-predicted');
});

test('Custom resources are merged without a schema: lists as a whole, and never under another name', () => {
  const merge = (states: States): ThreeWay =>
    threeWayPatch({ form: { kind: 'json-merge' }, original: states.original, ...states });
  const patch = merge({
    original: { a: { b: 1, c: 2 }, gone: 1 },
    modified: { a: { b: 1 }, list: [{ x: null, y: 1 }], empty: {} },
    current: { a: { b: 1, c: 2, theirs: 3 }, list: [1], gone: 1 },
  });
  assert.deepEqual(patch, {
    kind: 'patch',
    type: 'application/merge-patch+json',
    body: { a: { c: null }, gone: null, list: [{ y: 1 }], empty: {} },
  });
  assert.equal(merge({ modified: { kind: 'A' }, current: { kind: 'B' } }).kind, 'refused');
});

test('A key that could reach a prototype is a key like any other', () => {
  const modified: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2}}');
  assert.ok(typeof modified === 'object' && modified !== null);
  const states = {
    form: { kind: 'strategic-merge', schema: anyFields },
    original: undefined,
    current: {},
  } as const;
  const body = bodyOf(threeWayPatch({ ...states, modified: Object.fromEntries(Object.entries(modified)) }));
  assert.equal(JSON.stringify(body), '{"__proto__":{"a":1},"constructor":{"b":2}}');
});
