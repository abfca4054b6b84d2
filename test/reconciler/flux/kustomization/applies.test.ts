import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import { appliesOf } from '../../../../src/reconciler/flux/kustomization/apply/applies.ts';
import { kustomizationOf, type Shape } from './kustomization-unit.ts';

function when(shape: Shape): string {
  const applies = appliesOf(kustomizationOf(shape), createMask());
  assert.ok(applies.why.length > 0);
  return applies.when;
}

test('By itself, as soon as its source is fetched the next time, or at once with a Receiver', () => {
  assert.equal(when({}), 'by itself, within 1 minute, when its source is fetched next');
  assert.equal(
    when({ source: { interval: 5400 } }),
    'by itself, within 90 minutes, when its source is fetched next',
  );
  assert.equal(when({ source: { receiver: true } }), 'by itself, at once: a Receiver has the source fetched');
});

test('After what it depends on', () => {
  const dependsOn = [{ name: 'infra' }, { name: 'crds', namespace: 'platform' }];
  assert.equal(
    when({ spec: { dependsOn } }),
    'by itself, within 1 minute, when its source is fetched next, after flux-system/infra, platform/crds is ready at the same revision',
  );
});

test('Not before it, or its source, is resumed', () => {
  assert.equal(when({ spec: { suspend: true } }), 'only once the Kustomization is resumed');
  assert.equal(when({ source: { suspended: true } }), 'only once GitRepository/flux-system/fleet is resumed');
});

test('Not by this merge where its source stays', () => {
  assert.equal(
    when({ source: { moves: false, follows: 'tag v1.0.0' } }),
    'only when GitRepository/flux-system/fleet follows something else',
  );
});

test('A suspension that comes with the merge may come after one more apply', () => {
  assert.equal(
    when({ spec: { suspend: true }, live: { spec: {} } }),
    'by itself, within 1 minute, when its source is fetched next, or only once the Kustomization is resumed',
  );
});
