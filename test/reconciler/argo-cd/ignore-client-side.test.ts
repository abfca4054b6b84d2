import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldText } from '../../../src/object/field-path.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import { anyFields, type MergeForm } from '../../../src/object/merge/patch-strategy.ts';
import { isSameWriting } from '../../../src/reconciler/argo-cd/ignore/client-side.ts';
import { syncState } from '../../../src/reconciler/argo-cd/ignore/out-of-sync.ts';
import type { DifferenceRule } from '../../../src/reconciler/argo-cd/ignore/rule.ts';
import { deployment, replicas } from './ignoring.ts';

const ownType: MergeForm = { kind: 'strategic-merge', schema: anyFields };
const custom: MergeForm = { kind: 'json-merge' };

interface Specs {
  readonly applied?: JsonObject;
  readonly target: JsonObject;
  readonly live: JsonObject;
  readonly predicted: JsonObject;
}

async function differing(
  { applied, target, live, predicted }: Specs,
  form: MergeForm,
  rules: readonly DifferenceRule[] = [],
): Promise<readonly string[]> {
  const record = applied === undefined ? {} : { annotations: recordOf(applied) };
  const state = await syncState({
    live: deployment(live, record),
    predicted: deployment(predicted),
    rules,
    settings: { ignoreAggregatedRoles: false },
    byClient: { target: deployment(target), form },
  });
  assert.ok(state.kind === 'normalized');
  assert.equal(state.value.isOutOfSync, state.value.differing.length > 0);
  return state.value.differing.map(fieldText);
}

function recordOf(spec: JsonObject): JsonObject {
  const text = JSON.stringify(deployment(spec));
  return { 'kubectl.kubernetes.io/last-applied-configuration': text };
}

test('A change, a deletion and drift are out of sync; what only others wrote is not', async () => {
  const live = { a: 1, theirs: 2 };
  for (const form of [ownType, custom]) {
    assert.deepEqual(
      await differing({ applied: { a: 1 }, target: { a: 1 }, live, predicted: live }, form),
      [],
    );
    const changed = { applied: { a: 1 }, target: { a: 2 }, live, predicted: { a: 2, theirs: 2 } };
    assert.deepEqual(await differing(changed, form), ['.spec.a']);
    const deleted = { applied: { a: 1 }, target: {}, live, predicted: { theirs: 2 } };
    assert.deepEqual(await differing(deleted, form), ['.spec.a']);
    const unrecorded = { target: {}, live, predicted: live };
    assert.deepEqual(await differing(unrecorded, form), []);
  }
});

test('A default that comes back, an amount in other units and an empty value are no difference of a built-in kind', async () => {
  const live = { replicas: 1, cpu: '1' };
  const same = {
    applied: { replicas: 1, cpu: '1' },
    target: { cpu: '1000m', hostNetwork: false },
    live,
    predicted: live,
  };
  assert.deepEqual(await differing(same, ownType), []);
  assert.deepEqual(await differing(same, custom), ['.spec.replicas', '.spec.cpu', '.spec.hostNetwork']);
  const kept = { ...same, predicted: { ...live, hostNetwork: false } };
  assert.deepEqual(await differing(kept, ownType), ['.spec.hostNetwork']);
});

test('What a webhook takes back each time stays out of sync, and what only the server would add does not count', async () => {
  const live = { image: 'mirror/a' };
  const rewritten = { applied: { image: 'a' }, target: { image: 'a' }, live, predicted: live };
  assert.deepEqual(await differing(rewritten, ownType), ['.spec.image']);
  const stamped = { target: live, live, predicted: { ...live, checkedAt: 'now' } };
  assert.deepEqual(await differing(stamped, ownType), []);
});

test('A field that is ignored does not count, whichever of the three states has it', async () => {
  const specs = { applied: { replicas: 1 }, target: {}, live: { replicas: 5 }, predicted: {} };
  assert.deepEqual(await differing(specs, custom), ['.spec.replicas']);
  assert.deepEqual(await differing(specs, custom, [replicas]), []);
});

test('Amounts are compared by what they amount to', () => {
  for (const [a, b] of [
    ['1', '1000m'],
    [1, '1'],
    ['1Gi', '1024Mi'],
    ['1e3', '1k'],
    ['0.5', '500m'],
  ] as const)
    assert.ok(isSameWriting(a, b), `${String(a)} ${b}`);
  for (const [a, b] of [
    ['1', '2'],
    ['1Gi', '1G'],
    ['a', 'b'],
    ['1x', '1y'],
    ['true', true],
  ] as const)
    assert.ok(!isSameWriting(a, b), `${a} ${String(b)}`);
});
