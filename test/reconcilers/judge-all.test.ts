import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Gap } from '../../src/object/gap.ts';
import { identityOf } from '../../src/object/identity.ts';
import { words } from '../../src/object/masked.ts';
import { judgeAll } from './judge-all.ts';
import type { Judged } from './judged.ts';
import { configMap } from './manifests.ts';
import { homeCluster, secondCluster } from './placed.ts';
import type { Predicted } from './predicted.ts';

const before = configMap('web', { level: 'info' }, { namespace: 'shop' });
const landed = configMap('web', { level: 'debug' }, { namespace: 'shop' });
const identity = identityOf(before);
const unit = 'argo-cd/production/argocd/web';
const seen = { identity, before, landed, units: [unit] };

/** What is said of an object that changed, and of which the review predicted nothing. */
function unpredicted(gap: Partial<Gap>): readonly Judged['verdict'][] {
  const gaps: readonly Gap[] = [
    { kind: 'plugin-unknown', unit: undefined, object: undefined, why: words`it was not seen`, ...gap },
  ];
  const judged = judgeAll([{ ...seen, cluster: homeCluster }], {
    review: { gaps, units: [] },
    predicted: [],
  });
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

it('takes what is said of an object in one cluster for no word on that of the same name in another', () => {
  const predicted: Predicted = {
    unit,
    cluster: secondCluster,
    identity,
    action: 'configured',
    after: landed,
    passes: false,
    why: '',
  };
  const both = [secondCluster, homeCluster].map((cluster) => ({ ...seen, cluster }));
  const judged = judgeAll(both, { review: { gaps: [], units: [] }, predicted: [predicted] });
  assert.deepEqual(
    judged.map(({ cluster, verdict, said }) => [cluster, verdict, said]),
    [
      [secondCluster, '=', 'configured'],
      [homeCluster, '≠', 'untouched'],
    ],
  );
});
