import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptsOf, living, object, owned, releaseOf, told, unitOf } from './story.ts';

test('A first installation is applied on the server, in Helm’s order of kinds, and takes what others own', async () => {
  const attempts = await attemptsOf(unitOf(), {
    desired: [
      owned('Widget/w'),
      owned('Deployment/d'),
      owned('Job/j'),
      owned('Namespace/n'),
      owned('ConfigMap/c'),
    ],
  });
  assert.deepEqual(told(attempts), [
    '4 apply Namespace/n',
    '4 apply ConfigMap/c',
    '4 apply Deployment/d',
    '4 apply Job/j',
    '4 apply Widget/w',
  ]);
  const [first] = attempts;
  assert.ok(first?.kind === 'apply');
  const { manager, force, validation, takesOver } = first;
  assert.deepEqual(
    { manager, force, validation, takesOver },
    { manager: 'helm-controller', force: true, validation: 'Strict', takesOver: ['helm-controller'] },
  );
});

test('An upgrade applies the same way, and deletes afterwards what the new manifest lacks', async () => {
  const unit = unitOf({ release: releaseOf([object('ConfigMap/a'), object('ConfigMap/b')]) });
  const attempts = await attemptsOf(unit, {
    desired: [owned('ConfigMap/a')],
    leaving: [living(owned('ConfigMap/b'))],
    live: [living(owned('ConfigMap/a')), living(owned('ConfigMap/b'))],
  });
  assert.deepEqual(told(attempts), ['4 apply ConfigMap/a', '5 delete ConfigMap/b']);
  const applied = attempts.find(({ kind }) => kind === 'apply');
  assert.ok(applied?.kind === 'apply');
  assert.deepEqual(applied.takesOver, []);
});

test('A changed release name uninstalls all and installs it anew, but for what the old manifest keeps', async () => {
  const keep = { 'helm.sh/resource-policy': 'keep' };
  const release = releaseOf([object('ConfigMap/a'), object('ConfigMap/b'), object('Secret/kept', {}, keep)]);
  const unit = unitOf({
    release,
    spec: { releaseName: 'store', uninstall: { deletionPropagation: 'foreground' } },
  });
  const attempts = await attemptsOf(unit, {
    desired: [owned('ConfigMap/a'), owned('Secret/kept')],
    leaving: [living(owned('ConfigMap/b'))],
    live: ['ConfigMap/a', 'ConfigMap/b', 'Secret/kept'].map((id) => living(owned(id))),
  });
  assert.deepEqual(told(attempts), ['0 delete ConfigMap/b', '4 apply Secret/kept', '4 recreate ConfigMap/a']);
  const [first] = attempts;
  assert.ok(first?.kind === 'delete');
  assert.equal(first.propagation, 'Foreground');
});
