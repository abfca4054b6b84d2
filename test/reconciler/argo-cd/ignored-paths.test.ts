import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withoutFound } from '../../../src/reconciler/argo-cd/ignore/jq.ts';
import { withoutPointer } from '../../../src/reconciler/argo-cd/ignore/pointer.ts';

test('A pointer removes what it names, in maps and lists, and nothing where a part is missing', () => {
  const value = { a: { 'b/c': 1, 'd~e': 2 }, list: [1, 2, 3] };
  assert.deepEqual(withoutPointer(value, '/a/b~1c'), { ...value, a: { 'd~e': 2 } });
  assert.deepEqual(withoutPointer(value, '/a/d~0e'), { ...value, a: { 'b/c': 1 } });
  assert.deepEqual(withoutPointer(value, '/list/1'), { ...value, list: [1, 3] });
  assert.deepEqual(withoutPointer(value, '/list/-1'), { ...value, list: [1, 2] });
  assert.deepEqual(withoutPointer(value, 'any/a'), { list: value.list });
  for (const missing of [
    '',
    'a',
    '/',
    '/a/x',
    '/x/y',
    '/list/9',
    '/list/-9',
    '/list/-',
    '/list/a',
    '/a/b~1c/x',
  ])
    assert.deepEqual(withoutPointer(value, missing), value, missing);
  assert.deepEqual(withoutPointer({ b: 2 }, '/__proto__/toString'), { b: 2 });
});

const object = { kind: 'Widget', spec: { replicas: 3, items: [{ name: 'a' }, { name: 'b' }] } };

async function without(expression: string): Promise<unknown> {
  const answer = await withoutFound(object, expression);
  return answer.kind === 'object'
    ? answer.object['spec']
    : answer.kind === 'skipped'
      ? answer.why
      : answer.kind;
}

test('What an expression finds is removed', async () => {
  assert.deepEqual(await without('.spec.replicas'), { items: object.spec.items });
  assert.deepEqual(await without('.spec.items[] | select(.name == "a")'), {
    replicas: 3,
    items: [{ name: 'b' }],
  });
  assert.deepEqual(await without('.spec.items[]?.name, .spec.replicas'), { items: [{}, {}] });
  assert.deepEqual(await without('.spec.missing.deeper'), object.spec);
});

test('An expression that fails or gives no single object removes nothing', async () => {
  assert.equal(await without('.spec.replicas.a'), 'error');
  assert.equal(await without('.spec) | (.,.'), 'no single object');
  assert.equal(await without('.spec) | empty | (.'), 'no single object');
  assert.equal(await without('.spec) | 1 | (.'), 'no single object');
  assert.equal(await without('.spec) | error("x") | (.'), 'error');
});

test('What gojq does not know does not compile, also where jq knows it', async () => {
  for (const expression of [
    '.[',
    'input',
    '.spec | inputs',
    'debug',
    'import "a" as a; .',
    'nothing',
    '.a # b',
  ])
    assert.equal(await without(expression), 'not-compiled', expression);
  assert.deepEqual(await without('.input'), object.spec);
  assert.deepEqual(await without('."debug"'), object.spec);
});

test('An expression sees no environment and no file', async () => {
  assert.deepEqual(await without('.spec) | {spec: [env, $ENV]} | (.'), [{}, {}]);
  assert.equal(await without('.spec) | ("jq" | modulemeta) | (.'), 'not-compiled');
});

test('One that never ends, or fills memory, is given up, and the next one is answered', async () => {
  const before = process.memoryUsage().rss;
  for (const hostile of ['repeat(.)', '.a) | [range(1e9)] | (.', '.a) | "x" * 1e9 | (.'])
    assert.equal(await without(hostile), 'time-out', hostile);
  assert.deepEqual(await without('.spec.replicas'), { items: object.spec.items });
  assert.ok(process.memoryUsage().rss - before < 600_000_000);
  const start = performance.now();
  for (let times = 0; times < 20; times += 1) assert.equal(await without('repeat(.)'), 'time-out');
  assert.ok(performance.now() - start < 10_000, 'one that never ends is not tried for every object');
});
