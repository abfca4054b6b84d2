import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../src/object/masked.ts';
import type { Remark } from '../../src/reconciler/declarations.ts';
import { declarationRemark } from '../../src/risk/rules/declaration-remark.ts';
import { judge, subject } from './subjects.ts';

const remark: Remark = {
  about: 'set-empties',
  severity: 'block',
  unit: undefined,
  objects: [{ group: 'example.org', kind: 'Set', namespace: 'home', name: 'shops' }],
  title: words`Set home/shops will generate nothing`,
  detail: words`All 12 of its units go.`,
  advice: words`Correct the generator.`,
  places: [{ file: 'sets/shops.yaml', line: 3 }],
  restsOn: { units: 12 },
};

test('What a reconciler says of a declaration is a finding of that severity, at those places', () => {
  const [found, ...more] = judge(declarationRemark, subject([], { remarks: [remark] }));
  assert.deepEqual(more, []);
  const { severity, objects, places, title } = found ?? {};
  assert.deepEqual(
    { severity, objects, places, title },
    {
      severity: 'block',
      objects: remark.objects,
      places: remark.places,
      title: remark.title,
    },
  );
});

test('Two remarks on one object are two findings, and each rests on its own facts', () => {
  const other = { ...remark, about: 'set-shrinks' };
  const more = { ...remark, restsOn: { units: 13 } };
  const [one, two] = judge(declarationRemark, subject([], { remarks: [remark, other] }));
  const [again] = judge(declarationRemark, subject([], { remarks: [more] }));
  assert.ok(one && two && again);
  assert.notEqual(one.id, two.id);
  assert.equal(again.id, one.id);
  assert.notEqual(again.fingerprint, one.fingerprint);
});

test('Without a remark there is no finding', () => {
  assert.deepEqual(judge(declarationRemark, subject([])), []);
});
