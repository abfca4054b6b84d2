import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Gap } from '../../src/object/gap.ts';
import { identityOf } from '../../src/object/identity.ts';
import { words } from '../../src/object/masked.ts';
import { judgeAll } from './judge-all.ts';
import type { Judged } from './judged.ts';
import { configMap } from './manifests.ts';

const before = configMap('web', { level: 'info' }, { namespace: 'shop' });
const landed = configMap('web', { level: 'debug' }, { namespace: 'shop' });
const identity = identityOf(before);
const unit = 'argo-cd/production/argocd/web';

/** What is said of an object that changed, and of which the review predicted nothing. */
function unpredicted(gap: Partial<Gap>): readonly Judged['verdict'][] {
  const gaps: readonly Gap[] = [
    { kind: 'plugin-unknown', unit: undefined, object: undefined, why: words`it was not seen`, ...gap },
  ];
  const judged = judgeAll([{ identity, before, landed, units: [unit] }], { review: { gaps }, predicted: [] });
  return judged.map(({ verdict }) => verdict);
}

it('takes a missing prediction for a gap where one names the object, or its whole unit', () => {
  assert.deepEqual(unpredicted({ object: identity, unit }), ['gap']);
  assert.deepEqual(unpredicted({ unit }), ['gap']);
});

it('lets no gap of something else stand for a missing prediction', () => {
  assert.deepEqual(unpredicted({}), ['≠']);
  assert.deepEqual(unpredicted({ unit: 'argo-cd/production/argocd/other' }), ['≠']);
  assert.deepEqual(unpredicted({ unit, object: { ...identity, name: 'other' } }), ['≠']);
  assert.deepEqual(unpredicted({ unit, kind: 'no-cluster' }), ['≠']);
});
