import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../src/object/mask.ts';
import { refuseRemotes } from '../../src/source/remote.ts';

test('Every remote is a gap that names it without its password', async () => {
  const repository = 'https://robot:hunter22hunter@charts.example/';
  const remote = { kind: 'chart' as const, repository, name: 'shop', version: '1.2.3' };
  const answer = await refuseRemotes(createMask())(remote, 'shop');
  assert.ok(answer.kind === 'gap');
  assert.equal(answer.gap.kind, 'remote-not-allowed');
  assert.equal(answer.gap.unit, 'shop');
  assert.match(answer.gap.why, /charts\.example\/shop at 1\.2\.3 from outside the repository/u);
  assert.ok(!answer.gap.why.includes('hunter22'));
});
