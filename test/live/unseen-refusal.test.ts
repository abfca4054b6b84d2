import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Answer } from '../../src/live/answer.ts';
import { withUnseenRefusal } from '../../src/live/unseen-refusal.ts';
import { createMask } from '../../src/object/mask.ts';
import { words } from '../../src/object/masked.ts';
import { unseenValue } from '../../src/object/unseen-value.ts';
import { apply, configMap } from './asking.ts';

const gapping = { cluster: { name: 'prod' }, mask: createMask(), unit: 'shop' };

function refused(value: string): Answer {
  return {
    attempt: apply(configMap('a', { key: value })),
    live: { kind: 'absent' },
    prediction: { kind: 'refused', by: 'server', message: words`Invalid value` },
    warnings: [],
    assumes: [],
  };
}

test('A refusal of what only stands for a value is a gap, any other stays one', () => {
  const { prediction } = withUnseenRefusal(gapping, refused(`a-${unseenValue}`));
  assert.ok(prediction.kind === 'gap');
  assert.equal(prediction.gap.kind, 'live-value-needed');
  assert.equal(
    prediction.gap.why,
    'cluster prod: it was sent with a placeholder for a value that is not known here, and refused: Invalid value',
  );
  const plain = refused('a');
  assert.equal(withUnseenRefusal(gapping, plain), plain);
});
