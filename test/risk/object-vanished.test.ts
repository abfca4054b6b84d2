import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PassedOver, Subject } from '../../src/risk/rule.ts';
import { objectDeleted } from '../../src/risk/rules/object-deleted.ts';
import { objectVanished } from '../../src/risk/rules/object-vanished.ts';
import { configMap, object } from '../diff/objects.ts';
import { brief, compared, judge, subject } from './subjects.ts';

const claim = object('v1', 'PersistentVolumeClaim', { metadata: { name: 'data' } });
const unreadable: PassedOver = {
  unit: 'apps/shop',
  place: { file: 'shop.yaml', line: 7 },
  why: 'unreadable',
};

function leaving(passedOver: readonly PassedOver[]): Subject {
  return subject(compared([configMap({}), claim], []), { passedOver });
}

test('objects whose file cannot be read any more are one finding that blocks and names them and the file', () => {
  const findings = judge(objectVanished, leaving([unreadable]));
  assert.deepEqual(brief(findings), ['block ConfigMap/web,PersistentVolumeClaim/data']);
  const [finding] = findings;
  assert.match(finding?.title ?? '', /^`shop\.yaml` can no longer be read/);
  assert.match(finding?.detail ?? '', /ConfigMap `shop\/web`, PersistentVolumeClaim `shop\/data`/);
  assert.ok(finding?.places.some(({ file, line }) => file === 'shop.yaml' && line === 7));
});

test('what vanishes is not told a second time as deleted', () => {
  assert.equal(judge(objectDeleted, leaving([])).length, 2);
  assert.deepEqual(judge(objectDeleted, leaving([unreadable])), []);
});

test('a file of another unit or of another name vanishes nothing', () => {
  const standing = { ...unreadable, atBase: true };
  assert.deepEqual(judge(objectVanished, leaving([{ ...standing, unit: 'apps/other' }])), []);
  const other = { ...standing, place: { file: 'other.yaml', line: 1 } };
  assert.deepEqual(judge(objectVanished, leaving([other])), []);
});

test('a new file that cannot be read is told, one that holds no object, or was there so, is not', () => {
  const found = (file: Partial<PassedOver>): readonly string[] =>
    judge(objectVanished, subject([], { passedOver: [{ ...unreadable, ...file }] })).map(
      ({ severity, title }) => `${severity} ${title}`,
    );
  assert.deepEqual(found({}), ['warn `shop.yaml` cannot be read, and nothing of it is applied']);
  assert.deepEqual(found({ why: 'link-to-no-file' }), [
    'warn `shop.yaml` is a symbolic link to no file, and nothing of it is applied',
  ]);
  assert.deepEqual(found({ why: 'no-object' }), []);
  assert.deepEqual(found({ atBase: true }), []);
});
