import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { attemptsOf, kind, living, object, owned, releaseOf, told, unitOf, whyOf } from './story.ts';

function hook(id: string, events: string, more: JsonObject = {}): KubeObject {
  return object(id, {}, { 'helm.sh/hook': events, ...more });
}

const all = [
  hook('Job/late', 'pre-install,pre-upgrade', { 'helm.sh/hook-weight': '5' }),
  hook('Job/early', 'pre-install, pre-upgrade', { 'helm.sh/hook-weight': '-1' }),
  hook('Job/done', 'post-upgrade'),
  hook('Job/bye', 'post-delete'),
  hook('Pod/try', 'test'),
  owned('ConfigMap/a'),
];

test('Hooks run around the release by their weights, and the others stay out', async () => {
  const install = await attemptsOf(unitOf(), { desired: all });
  assert.deepEqual(told(install), [
    '3 apply Job/early',
    '3 apply Job/late',
    '4 apply ConfigMap/a',
    '6 skip Job/done',
    '6 skip Job/bye',
    '6 skip Pod/try',
  ]);
  const upgrade = await attemptsOf(unitOf({ release: releaseOf([]) }), { desired: all });
  assert.deepEqual(told(upgrade).slice(0, 4), [
    '3 apply Job/early',
    '3 apply Job/late',
    '4 apply ConfigMap/a',
    '6 apply Job/done',
  ]);
});

test('A hook that lives is deleted first, unless its policy says otherwise', async () => {
  const job = hook('Job/a', 'pre-install');
  const kept = hook('Job/b', 'pre-install', { 'helm.sh/hook-delete-policy': 'hook-succeeded' });
  const scene = { desired: [job, kept], live: [living(job), living(kept)] };
  assert.deepEqual(told(await attemptsOf(unitOf(), scene)), ['3 recreate Job/a', '3 apply Job/b']);
  const [anew] = await attemptsOf(unitOf(), scene);
  assert.ok(anew?.kind === 'recreate' && anew.byApply === true);
  assert.deepEqual(told(await attemptsOf(unitOf({ version: 'v1.4.0' }), scene)), [
    '3 recreate Job/a',
    '3 create Job/b',
  ]);
});

test('Hooks that are switched off and tests that are not run are left out with the reason', async () => {
  const spec = { install: { disableHooks: true } };
  const attempts = await attemptsOf(unitOf({ spec }), { desired: [hook('Job/a', 'pre-install')] });
  assert.equal(whyOf(attempts[0]), 'the HelmRelease has hooks switched off');
  const tested = await attemptsOf(unitOf({ spec: { test: { enable: true } } }), {
    desired: [hook('Pod/try', 'test')],
  });
  assert.deepEqual(told(tested), ['7 apply Pod/try']);
});

test('A note says of each hook that runs when it runs and what is left of it', () => {
  const unit = unitOf({ release: releaseOf([], { status: 'deployed', chartVersion: '0.9.0' }) });
  const outcomes = all.map((after) => ({ before: undefined, after, applied: true }));
  const notes = kind().notes(unit, outcomes);
  assert.deepEqual(
    notes.filter((note) => note.startsWith('Hook')),
    [
      'Hook `Job web/early` runs before the upgrade, as at every upgrade: what an earlier run left is deleted first, tried again up to 6 times, if it fails, the release fails.',
      'Hook `Job web/late` runs before the upgrade, as at every upgrade: what an earlier run left is deleted first, tried again up to 6 times, if it fails, the release fails.',
      'Hook `Job web/done` runs after the upgrade, as at every upgrade: what an earlier run left is deleted first, tried again up to 6 times, if it fails, the release fails.',
    ],
  );
  assert.match(notes.at(-1) ?? '', /Flux then takes nothing back and stops until/u);
});
