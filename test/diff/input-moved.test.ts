import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withInputMoved } from '../../src/diff/input-moved.ts';
import { words } from '../../src/object/masked.ts';
import { change, identity } from '../report/parts.ts';

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
