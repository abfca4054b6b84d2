import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { objectKey } from '../../../../src/object/identity.ts';
import type { Said } from '../../../../src/reconciler/attempt.ts';
import {
  attemptsOf,
  kind,
  living,
  object,
  owned,
  releaseOf,
  strategies,
  unitOf,
  type Parts,
  type Scene,
  ofGit,
} from './story.ts';

interface Run extends Scene {
  /** `Kind/name` of what the server refuses. */
  readonly refused?: readonly string[];
  readonly unserved?: readonly string[];
  /** What who applies may not read. */
  readonly unread?: readonly string[];
  readonly gone?: boolean;
}

async function courses(parts: Parts, run: Run): Promise<readonly string[]> {
  const unit = unitOf(parts);
  const live = new Map((run.live ?? []).map((each) => [objectKey(each), each]));
  const said = (await attemptsOf(unit, run)).map((attempt): Said => {
    const name = nameOf(attempt.object);
    const isRefused = run.refused?.includes(name) === true || attempt.kind === 'refuse';
    const failure = (['unserved', 'unread'] as const).find((each) => run[each]?.includes(name));
    const prediction: Said['prediction'] =
      failure !== undefined
        ? { kind: failure }
        : isRefused
          ? { kind: 'failed' }
          : { kind: 'object', object: attempt.object };
    return { attempt, live: live.get(objectKey(attempt.object)), prediction };
  });
  const found = await kind().course(unit, said, { gone: run.gone === true, strategies });
  return found.map((course, index) => {
    const what = said[index];
    const after = course.kind === 'not-reached' ? ` after ${course.after.name}` : '';
    return `${what === undefined ? '' : nameOf(what.attempt.object)} ${course.kind}${after}`;
  });
}

function nameOf({ kind: what, metadata }: KubeObject): string {
  return `${what}/${metadata.name}`;
}

const other = { chartVersion: '0.9.0' };
const pre = object('Job/pre', {}, { 'helm.sh/hook': 'pre-upgrade,pre-install' });
const post = object('Job/post', {}, { 'helm.sh/hook': 'post-upgrade,post-install' });
const ids = ['ConfigMap/a', 'ConfigMap/b', 'ConfigMap/c'];
const desired = [pre, ...ids.map((id) => owned(id)), post];

test('An update that is refused keeps no other from being made, but all that comes after', async () => {
  const release = releaseOf(
    [...ids, 'ConfigMap/old'].map((id) => object(id)),
    other,
  );
  const live = [...ids, 'ConfigMap/old'].map((id) => living(owned(id)));
  const leaving = [living(owned('ConfigMap/old'))];
  assert.deepEqual(await courses({ release }, { desired, live, leaving, refused: ['ConfigMap/a'] }), [
    'Job/pre as-said',
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
    'ConfigMap/c as-said',
    'ConfigMap/old not-reached after a',
    'Job/post not-reached after a',
  ]);
});

test('A new object that is refused ends an upgrade there', async () => {
  const release = releaseOf([object('ConfigMap/a'), object('ConfigMap/c')], other);
  const live = ['ConfigMap/a', 'ConfigMap/c'].map((id) => living(owned(id)));
  assert.deepEqual(await courses({ release }, { desired, live, refused: ['ConfigMap/b'] }), [
    'Job/pre as-said',
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
    'ConfigMap/c not-reached after b',
    'Job/post not-reached after b',
  ]);
});

test('A first installation makes all of its objects, whatever is refused among them', async () => {
  assert.deepEqual(await courses({}, { desired, refused: ['ConfigMap/a'] }), [
    'Job/pre as-said',
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
    'ConfigMap/c as-said',
    'Job/post not-reached after a',
  ]);
});

test('A hook that is refused ends the run', async () => {
  const found = await courses({}, { desired, refused: ['Job/pre'] });
  assert.deepEqual(found.slice(1), [
    'ConfigMap/a not-reached after pre',
    'ConfigMap/b not-reached after pre',
    'ConfigMap/c not-reached after pre',
    'Job/post not-reached after pre',
  ]);
});

test('A kind that nobody serves keeps Helm from beginning, but for the definitions of crds/', async () => {
  const definition = object('CustomResourceDefinition/w');
  const run = { desired: [definition, ...desired], unserved: ['ConfigMap/b'] };
  assert.deepEqual(await courses({}, run), [
    'CustomResourceDefinition/w as-said',
    'Job/pre not-reached after b',
    'ConfigMap/a not-reached after b',
    'ConfigMap/b as-said',
    'ConfigMap/c not-reached after b',
    'Job/post not-reached after b',
  ]);
});

test('Helm 4 counts a deletion that fails, Helm 3 goes on', async () => {
  const release = releaseOf([object('ConfigMap/old')], { ...other, applyMethod: 'csa' });
  const live = [living(owned('ConfigMap/old'))];
  const run = { desired: [post], leaving: live, live, refused: ['ConfigMap/old'] };
  assert.deepEqual(await courses({ release }, run), [
    'ConfigMap/old as-said',
    'Job/post not-reached after old',
  ]);
  assert.deepEqual(await courses({ release, version: 'v1.4.0' }, run), [
    'ConfigMap/old as-said',
    'Job/post as-said',
  ]);
});

test('A release that stands is not touched, nor one that is suspended', async () => {
  const release = releaseOf([object('ConfigMap/a')]);
  const run = { desired: [owned('ConfigMap/a')], live: [living(owned('ConfigMap/a'))] };
  assert.deepEqual(await courses({ release }, run), ['ConfigMap/a skipped']);
  assert.deepEqual(await courses({ release: { ...release, ...other } }, run), ['ConfigMap/a as-said']);
  const suspended = { release: { ...release, ...other }, spec: { suspend: true } };
  assert.deepEqual(await courses(suspended, run), ['ConfigMap/a skipped']);
});

test('What goes with its HelmRelease is deleted one by one, whatever fails', async () => {
  const release = releaseOf([object('ConfigMap/a'), object('ConfigMap/b')]);
  const live = ['ConfigMap/a', 'ConfigMap/b'].map((id) => living(owned(id)));
  const run = { leaving: live, live, refused: ['ConfigMap/a'], gone: true };
  assert.deepEqual(await courses({ release }, run), ['ConfigMap/a as-said', 'ConfigMap/b as-said']);
});

test('What may not be read ends an installation before it begins, and an upgrade where it comes to it', async () => {
  const unread = ['ConfigMap/b'];
  const install = await courses({}, { desired, unread });
  assert.deepEqual(install.slice(0, 2), ['Job/pre not-reached after b', 'ConfigMap/a not-reached after b']);
  const release = releaseOf(
    ids.map((id) => object(id)),
    other,
  );
  const live = ids.map((id) => living(owned(id)));
  const upgrade = await courses({ release }, { desired, live, unread });
  assert.deepEqual(upgrade.slice(1, 4), [
    'ConfigMap/a as-said',
    'ConfigMap/b as-said',
    'ConfigMap/c not-reached after b',
  ]);
});

test('A suspension holds where it lives already, or comes with the HelmRelease; not beside a chart in Git', async () => {
  const release = releaseOf([object('ConfigMap/a')], other);
  const run = { desired: [owned('ConfigMap/a')], live: [living(owned('ConfigMap/a'))] };
  const byHand = { release, live: { spec: { suspend: true } } };
  assert.deepEqual(await courses(byHand, run), ['ConfigMap/a skipped']);
  assert.deepEqual(await courses({ ...byHand, spec: { suspend: false } }, run), ['ConfigMap/a as-said']);
  const beside = { release, spec: { suspend: true }, live: { spec: {} }, rest: { source: ofGit() } };
  assert.deepEqual(await courses(beside, run), ['ConfigMap/a as-said']);
});
