import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import { attemptsOf, living, object, owned, releaseOf, told, unitOf, whyOf, type Parts } from './story.ts';

const config = (data: Readonly<Record<string, string>>) => ({ data });

async function theUpgrade(parts: Parts, id = 'ConfigMap/a'): Promise<Attempt> {
  const [attempt] = await attemptsOf(unitOf(parts), {
    desired: [owned(id, config({ a: '2', b: '1' }))],
    live: [living(owned(id, config({ a: 'edited', b: '1', c: '1', d: 'foreign' })))],
  });
  assert.ok(attempt !== undefined);
  return attempt;
}

const before = [object('ConfigMap/a', config({ a: '1', b: '1', c: '1' }))];

test('An upgrade goes on by the method of the last one, unless it is told otherwise', async () => {
  const csa = releaseOf(before, { applyMethod: 'csa' });
  const kindOf = async (parts: Parts): Promise<string> => (await theUpgrade(parts)).kind;
  assert.equal(await kindOf({ release: csa }), 'patch');
  assert.equal(await kindOf({ release: releaseOf(before) }), 'apply');
  const disabled = { upgrade: { serverSideApply: 'disabled' } };
  assert.equal(await kindOf({ release: releaseOf(before), spec: disabled }), 'patch');
  assert.equal(await kindOf({ release: releaseOf(before), version: 'v1.4.0' }), 'patch');
  const failed = releaseOf(before, { status: 'failed', version: 2, startsFrom: csa });
  assert.equal(await kindOf({ release: failed }), 'apply');
  const enabled = { upgrade: { serverSideApply: 'enabled' } };
  const moved = await theUpgrade({ release: csa, spec: enabled });
  assert.ok(moved.kind === 'apply');
  assert.deepEqual(moved.takesOver, ['helm-controller']);
});

test('A client-side upgrade sends the three-way patch of the old manifest, the new one and what lives', async () => {
  const attempt = await theUpgrade({ release: releaseOf(before, { applyMethod: 'csa' }) });
  assert.ok(attempt.kind === 'patch');
  assert.equal(attempt.type, 'application/strategic-merge-patch+json');
  assert.deepEqual(attempt.body, { data: { a: '2', c: null } });
  assert.equal(attempt.manager, 'helm-controller');
});

test('Of a custom resource a client-side upgrade compares only the two manifests, so that drift stays', async () => {
  const old = [object('Widget/a', config({ a: '2', b: '1', c: '1' }))];
  const attempt = await theUpgrade({ release: releaseOf(old, { applyMethod: 'csa' }) }, 'Widget/a');
  assert.ok(attempt.kind === 'patch');
  assert.equal(attempt.type, 'application/merge-patch+json');
  assert.deepEqual(attempt.body['data'], { c: null });
});

test('What a client-side upgrade adopts loses nothing, and a custom resource is not even changed', async () => {
  const csa = { release: releaseOf([], { applyMethod: 'csa' }) };
  const builtIn = await theUpgrade(csa);
  assert.ok(builtIn.kind === 'patch');
  assert.deepEqual(builtIn.body, { data: { a: '2' } });
  const custom = await theUpgrade(csa, 'Widget/a');
  assert.ok(custom.kind === 'patch');
  assert.deepEqual(custom.body, {});
});

test('upgrade.force replaces what lives, under client-side apply only', async () => {
  const spec = { upgrade: { force: true } };
  const replaced = await theUpgrade({ release: releaseOf(before, { applyMethod: 'csa' }), spec });
  assert.ok(replaced.kind === 'put');
  assert.equal(replaced.validation, 'Strict');
  assert.equal((await theUpgrade({ release: releaseOf(before), spec })).kind, 'apply');
});

test('An installation is client-side where Helm 3 runs, or where it is told so', async () => {
  const scene = { desired: [owned('ConfigMap/a')] };
  for (const parts of [
    { version: 'v1.4.0' },
    { spec: { install: { serverSideApply: false } } },
  ] satisfies Parts[]) {
    assert.deepEqual(told(await attemptsOf(unitOf(parts), scene)), ['4 create ConfigMap/a']);
  }
});

test('The definitions of crds/ go by the policy, and server-side apply replaces what it should only make', async () => {
  const definition = object('CustomResourceDefinition/widgets.example.com');
  const there = [living(definition)];
  const told1 = async (parts: Parts, live = there): Promise<readonly string[]> =>
    told(await attemptsOf(unitOf(parts), { desired: [definition], live }));
  const name = 'CustomResourceDefinition/widgets.example.com';
  assert.deepEqual(await told1({}), [`1 apply ${name}`]);
  assert.deepEqual(await told1({ release: releaseOf([]) }), [`1 apply ${name}`]);
  assert.deepEqual(await told1({ version: 'v1.4.0' }), [`1 skip ${name}`]);
  assert.deepEqual(await told1({ version: 'v1.4.0' }, []), [`1 create ${name}`]);
  assert.deepEqual(await told1({ spec: { install: { crds: 'Skip' } } }), [`1 skip ${name}`]);
  const replaces = { version: 'v1.4.0', spec: { install: { crds: 'CreateReplace' } } };
  assert.deepEqual(await told1(replaces), [`1 put ${name}`]);
});

test('A custom resource whose definition is among the templates keeps Helm from beginning', async () => {
  const definition = owned('CustomResourceDefinition/widgets.example.com', {
    spec: { group: 'example.com', names: { kind: 'Widget' } },
  });
  const desired = [definition, owned('Widget/w')];
  const early = await attemptsOf(unitOf(), { desired });
  assert.deepEqual(told(early), [
    '4 apply CustomResourceDefinition/widgets.example.com',
    '4 refuse Widget/w',
  ]);
  assert.match(whyOf(early[1]), /looks up all kinds before it makes anything/u);
  const later = await attemptsOf(unitOf(), { desired, live: [living(definition)] });
  assert.ok(told(later).includes('4 apply Widget/w'));
});

test('Without taking over, Helm refuses what it finds and did not make', async () => {
  const spec = { install: { disableTakeOwnership: true } };
  const scene = { desired: [owned('ConfigMap/a')] };
  const [found] = await attemptsOf(unitOf({ spec }), { ...scene, live: [living(object('ConfigMap/a'))] });
  assert.ok(found?.kind === 'refuse' && found.ends === 'sync');
  const [own] = await attemptsOf(unitOf({ spec }), { ...scene, live: [living(owned('ConfigMap/a'))] });
  assert.equal(own?.kind, 'apply');
  const [hidden] = await attemptsOf(unitOf({ spec }), { ...scene, live: [object('ConfigMap/a')] });
  assert.equal(hidden?.kind, 'unknown');
});

test('The target namespace is made with the installation where that is asked for', async () => {
  const spec = { targetNamespace: 'shop', install: { createNamespace: true } };
  const [first] = await attemptsOf(unitOf({ spec }), { desired: [owned('ConfigMap/a')] });
  assert.ok(first?.kind === 'apply' && !first.force);
  assert.deepEqual(first.object.metadata, { name: 'shop', labels: { name: 'shop' } });
  const there = [living(object('Namespace/shop'))];
  const scene = { desired: [owned('ConfigMap/a')], live: there };
  assert.equal((await attemptsOf(unitOf({ spec }), scene)).length, 2);
  assert.equal((await attemptsOf(unitOf({ spec, version: 'v1.4.0' }), scene)).length, 1);
  const release = releaseOf([], { namespace: 'shop', name: 'shop-shop' });
  assert.deepEqual(told(await attemptsOf(unitOf({ spec, release }), { desired: [owned('ConfigMap/a')] })), [
    '4 apply ConfigMap/a',
  ]);
});
