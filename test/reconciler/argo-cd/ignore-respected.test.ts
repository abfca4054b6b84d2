import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../src/object/json.ts';
import { anyFields, type MergeSchema } from '../../../src/object/merge/patch-strategy.ts';
import { respectIgnoreDifferences } from '../../../src/reconciler/argo-cd/ignore/respect.ts';
import type { DifferenceRule } from '../../../src/reconciler/argo-cd/ignore/rule.ts';
import { deployment, replicas, rule } from './ignoring.ts';

/** Lists of items with a name are merged by it; what is called `whole` is replaced as a whole. */
const merging: MergeSchema = {
  field: (name, as) => ({
    strategies: name === 'whole' ? ['replace'] : as === 'list' && name === 'c' ? ['merge'] : [],
    mergeKey: name === 'c' ? 'name' : undefined,
    inside: merging,
  }),
};

async function respected(
  states: { readonly target: JsonObject; readonly live: JsonObject },
  rules: readonly DifferenceRule[],
  how: { readonly schema?: MergeSchema; readonly isSince35?: boolean } = {},
): Promise<unknown> {
  const result = await respectIgnoreDifferences({
    target: deployment(states.target),
    live: { ...deployment(states.live), status: { ready: 1 } },
    rules,
    form: how.schema === undefined ? { kind: 'json-merge' } : { kind: 'strategic-merge', schema: how.schema },
    isSince35: how.isSince35 ?? true,
  });
  assert.ok(result.kind === 'normalized');
  assert.equal(result.value['status'], undefined);
  return result.value['spec'];
}

test('A sync that respects the rules keeps the live value of a hidden field, and only of that', async () => {
  const states = { target: { replicas: 1, image: 'b' }, live: { replicas: 7, image: 'a', added: true } };
  assert.deepEqual(await respected(states, [replicas]), { image: 'b', replicas: 7 });
  assert.deepEqual(await respected(states, [replicas], { schema: anyFields }), { image: 'b', replicas: 7 });
  assert.deepEqual(await respected(states, []), { image: 'b', replicas: 1 });
});

test('In a list that is merged one item’s field is kept; a list that is replaced is kept whole', async () => {
  const image = rule({ jqPathExpressions: ['.spec.c[] | select(.name == "web").image'] });
  const target = { c: [{ name: 'web', image: 'b', cpu: '2' }, { name: 'new' }] };
  const live = { c: [{ name: 'web', image: 'a', cpu: '1' }] };
  assert.deepEqual(await respected({ target, live }, [image], { schema: merging }), {
    c: [{ name: 'web', image: 'a', cpu: '2' }, { name: 'new' }],
  });
  // argo-cd issue 26588: also the other fields, and the new item, are the live ones.
  assert.deepEqual(await respected({ target, live }, [image]), live);
});

test('Lists that cannot be merged are told, and end nothing but this', async () => {
  const result = await respectIgnoreDifferences({
    target: deployment({ c: [{ image: 'a' }] }),
    live: deployment({ c: [{ name: 'web' }], replicas: 1 }),
    rules: [rule({ jqPathExpressions: ['.spec.c[].name'] })],
    form: { kind: 'strategic-merge', schema: merging },
    isSince35: true,
  });
  assert.equal(result.kind, 'refused');
});

test('Since 3.5 what a replaced parent carried along is put back', async () => {
  const states = {
    target: { whole: { a: 'declared', b: 'declared' } },
    live: { whole: { a: 'live', b: 'live', c: 'live' } },
  };
  const a = rule({ jsonPointers: ['/spec/whole/a'] });
  assert.deepEqual(await respected(states, [a], { schema: merging }), {
    whole: { a: 'live', b: 'declared' },
  });
  assert.deepEqual(await respected(states, [a], { schema: merging, isSince35: false }), {
    whole: { a: 'live', b: 'live', c: 'live' },
  });
});
