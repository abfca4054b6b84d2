import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapKinds } from '../../src/object/gap.ts';
import type { Gap } from '../../src/object/gap.ts';
import { identityOf } from '../../src/object/identity.ts';
import { words } from '../../src/object/masked.ts';
import { notSeen } from '../../src/risk/rules/not-seen.ts';
import { renderFailed } from '../../src/risk/rules/render-failed.ts';
import { configMap } from '../diff/objects.ts';
import { judge, subject } from './subjects.ts';

function gap(kind: Gap['kind'], name = 'web'): Gap {
  return { kind, unit: 'apps/shop', object: identityOf(configMap({}, { name })), why: words`because` };
}

test('every kind of gap is a finding, with the severity that the table gives it', () => {
  const found = judge(notSeen, subject([], { gaps: gapKinds.map((kind) => gap(kind)) }));
  assert.equal(found.length, gapKinds.length);
  const kindsOf = (severity: string) => {
    const bySeverity = gapKinds.filter(
      (kind) => judge(notSeen, subject([], { gaps: [gap(kind)] }))[0]?.severity === severity,
    );
    return bySeverity;
  };
  assert.deepEqual(kindsOf('info'), ['installation-unnamed', 'no-cluster', 'sops']);
  assert.deepEqual(kindsOf('block'), [
    'cluster-unreachable',
    'cluster-forbidden',
    'cluster-timeout',
    'cluster-unguarded',
    'inventory-unreadable',
    'applied-unreadable',
    'webhook-without-dry-run',
    'renderer-missing',
  ]);
  for (const finding of found) assert.equal(finding.detail, 'because');
});

test('one reason is one finding, however many objects it hits', () => {
  const [finding, ...others] = judge(
    notSeen,
    subject([], { gaps: [gap('cluster-timeout', 'b'), gap('cluster-timeout', 'a')] }),
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    finding?.objects.map(({ name }) => name),
    ['a', 'b'],
  );
});

test('a head that does not render needs an approval at least, a base that does not is warned of', () => {
  const place = { file: 'apps/shop/kustomization.yaml', line: 3 };
  const failure = (side: 'base' | 'head') => ({
    unit: 'apps/shop',
    side,
    message: words`no such file`,
    place,
  });
  const found = judge(renderFailed, subject([], { failures: [failure('head'), failure('base')] }));
  assert.deepEqual(
    found.map(({ severity, detail, places }) => [severity, detail, places]),
    [
      ['block', 'no such file', [place]],
      ['warn', 'no such file', [{ ...place, side: 'base' }]],
    ],
  );
  assert.notEqual(found[0]?.id, found[1]?.id);
});
