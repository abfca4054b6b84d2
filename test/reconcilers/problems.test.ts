import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { Judged } from './judged.ts';
import { homeCluster } from './placed.ts';
import { problemsOf } from './problems.ts';

function problems(
  verdicts: readonly Judged['verdict'][],
  failures: readonly string[] = [],
): readonly string[] {
  const objects = verdicts.map((verdict, index): Judged => ({
    cluster: homeCluster,
    identity: { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: `c${index}` },
    unit: 'web',
    verdict,
    said: 'configured',
    details: [],
  }));
  return problemsOf({ judge: 'Argo CD', stories: [{ name: 'one', title: 'One', objects, failures }] });
}

const right = Array.from({ length: 19 }, () => '=' as const);

it('is content where all landed as predicted, and one object in twenty is a gap', () => {
  assert.deepEqual(problems(right), []);
  assert.deepEqual(problems([...right, 'gap']), []);
});

it('fails on one object that landed otherwise, on more gaps, on a story that was not as told, and on nothing', () => {
  assert.deepEqual(problems([...right, '≠']), ['Argo CD: 1 objects did not land as predicted']);
  assert.deepEqual(problems([...right.slice(1), 'gap']), ['Argo CD: 1 of 19 objects are gaps']);
  assert.deepEqual(problems(right, ['no operation ran']), ['Argo CD, one: no operation ran']);
  assert.deepEqual(problems([]), ['Argo CD: no object was judged']);
});
