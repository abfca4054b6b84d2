import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../../src/diff/change.ts';
import { words } from '../../src/object/masked.ts';
import { changeNotApplied } from '../../src/risk/rules/change-not-applied.ts';
import { configMap } from '../diff/objects.ts';
import { brief, compared, judge, subject } from './subjects.ts';

function skipped(comparison: Comparison, why = words`nothing differs, so no sync starts`): Comparison {
  return { ...comparison, change: { ...comparison.change, action: 'skipped', message: why } };
}

const [one, other] = compared(
  [configMap({ a: '1' }), configMap({ a: '1' }, { name: 'other' })],
  [configMap({ a: '2' }), configMap({ a: '2' }, { name: 'other' })],
);
assert.ok(one && other);

test('a change that no apply brings is a warning that says why', () => {
  const found = judge(changeNotApplied, subject([skipped(one), skipped(other)]));
  assert.deepEqual(brief(found), ['warn ConfigMap/other,ConfigMap/web']);
  assert.match(found[0]?.detail ?? '', /nothing differs, so no sync starts\.$/);
});

test('it is quiet where something of the unit is applied, and where nothing changes', () => {
  assert.deepEqual(judge(changeNotApplied, subject([skipped(one), other])), []);
  assert.deepEqual(judge(changeNotApplied, subject([skipped(one), skipped(other, words`a hook`)])), []);
  const [same] = compared([configMap({})], [configMap({})]);
  assert.ok(same);
  assert.deepEqual(judge(changeNotApplied, subject([skipped(same)])), []);
});
