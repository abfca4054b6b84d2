import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/diff/compare.ts';
import { withInputMoved } from '../../src/diff/input-moved.ts';
import { words } from '../../src/object/masked.ts';
import { change, identity } from '../report/parts.ts';
import { answer, answers, compareOne, configMap, declared, served } from './objects.ts';

test('What was not yet synced comes from the input that moved; drift and the pull request stay what they are', () => {
  const field = { path: words`.data.a`, before: undefined, after: words`"1"`, writer: undefined };
  const changed = change(identity('ConfigMap', 'a'), {
    causes: ['pull-request', 'unsynced', 'drift'],
    fields: [
      { ...field, causes: ['unsynced'] },
      { ...field, causes: ['drift'] },
    ],
  });
  const rest = { before: undefined, after: undefined, binding: null, origin: undefined };
  const [moved, ...more] = withInputMoved([{ change: changed, ...rest }]);
  assert.deepEqual(more, []);
  assert.deepEqual(moved?.change.causes, ['pull-request', 'input-moved', 'drift']);
  assert.deepEqual(
    moved.change.fields.map(({ causes }) => causes),
    [['input-moved'], ['drift']],
  );
});

test('what moved elsewhere is told apart from what waits in Git by what base would be without the move', () => {
  const base = configMap({ git: '2', elsewhere: '2', both: '2', edited: '1' });
  const unmoved = configMap({ git: '2', elsewhere: '1', both: '1.5', edited: '1' });
  const last = configMap({ git: '1', elsewhere: '1', both: '1', edited: '1' });
  const fields = { 'f:data': { 'f:git': {}, 'f:elsewhere': {}, 'f:both': {} } };
  const live = served(configMap({ git: '1', elsewhere: '1', both: '1', edited: '9' }), [
    ['argocd-controller', 'Apply', fields],
    ['kubectl-edit', 'Update', { 'f:data': { 'f:edited': {} } }],
  ]);
  const story = { base, head: base, live, prediction: served(base) };
  const both = 'unsynced,input-moved';
  const expected = [
    `.data.both ${both}`,
    '.data.edited drift',
    '.data.elsewhere input-moved',
    '.data.git unsynced',
  ];
  const causes = (parts: Parameters<typeof compareOne>[1]) => {
    const { change: told, binding } = compareOne(story, { unmoved: [unmoved], ...parts }).only;
    assert.equal(told.causes.join(), `${both},drift`);
    const bound = JSON.stringify(binding);
    for (const field of ['both', 'elsewhere', 'git']) assert.ok(bound.includes(`.data.${field}`), bound);
    return told.fields.map((field) => `${field.path} ${field.causes.join()}`).sort();
  };
  const manager = { kind: 'managed-fields', manager: 'argocd-controller' } as const;
  assert.deepEqual(causes({ applied: { kind: 'objects', objects: [last] } }), expected);
  assert.deepEqual(causes({ applied: manager }), expected);
  assert.deepEqual(causes({ applied: manager, lastSynced: [last] }), expected);
});

test('an object that base would not have without the move is made, or goes, because of it', () => {
  const base = configMap({ a: '1' });
  const cause = (unmoved: readonly (typeof base)[]) =>
    compareOne({ base, head: base, prediction: served(base) }, { unmoved }).only.change.causes.join();
  assert.equal(cause([]), 'input-moved');
  assert.equal(cause([base]), 'unsynced');
  const [leaving] = declared(base);
  assert.ok(leaving !== undefined);
  const leaves = { declared: leaving, pruning: 'deleted', cause: 'unsynced' } as const;
  const causeOfLeaving = (unmoved: readonly (typeof base)[]) =>
    compare(
      answers({ dropped: [{ ...leaves, answer: answer(base, served(base), { kind: 'deleted' }) }], unmoved }),
    ).comparisons.map(({ change: told }) => `${told.action} ${told.causes.join()}`);
  assert.deepEqual(causeOfLeaving([base]), ['deleted input-moved']);
  assert.deepEqual(causeOfLeaving([]), ['deleted unsynced']);
});
