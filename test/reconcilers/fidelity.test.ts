import assert from 'node:assert/strict';
import { it } from 'node:test';

import { fidelityPage } from './fidelity.ts';
import type { Judged } from './judged.ts';
import { homeCluster, secondCluster } from './placed.ts';

const identity = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'web' };
const right: Judged = {
  cluster: homeCluster,
  identity,
  unit: 'web',
  verdict: '=',
  said: 'configured',
  details: [],
};
const wrong: Judged = {
  cluster: homeCluster,
  identity,
  unit: 'web',
  verdict: '≠',
  said: 'configured',
  details: [`.data.from: predicted "http://127.0.0.1:4711|"; landed "${'a'.repeat(40)}"`],
};

const page = fidelityPage([
  {
    judge: 'Argo CD v3.5.7',
    stories: [
      {
        name: 'second',
        title: 'Later',
        objects: [right, wrong, { ...wrong, cluster: secondCluster }],
        failures: [],
      },
      { name: 'first', title: 'Sooner', objects: [right], failures: ['no operation ran after the merge'] },
    ],
  },
]);

it('counts the verdicts of each version and of each story, in the order of their files', () => {
  assert.match(
    page,
    /^- Argo CD v3\.5\.7: 2 stories, 4 objects: 2 landed as predicted, 2 did not, 0 gaps\.$/mu,
  );
  const rows = page.split('\n').filter((line) => line.includes('`first`') || line.includes('`second`'));
  assert.deepEqual(rows, [
    '| Sooner | `first` | 1 | 1 | 0 | 0 | no |',
    '| Later | `second` | 3 | 1 | 2 | 0 |  |',
  ]);
});

it('tells what was not as predicted, without what is other at each run', () => {
  assert.match(page, /^- not as told: no operation ran after the merge$/mu);
  assert.match(
    page,
    /^- ≠ ConfigMap shop\/web \(configured by web\): \.data\.from: predicted "http:\/\/127\.0\.0\.1\\\|"; landed "…"$/mu,
  );
});

it('names the cluster of an object that is not in the home one', () => {
  assert.match(page, /^- ≠ ConfigMap shop\/web in edge \(configured by web\): /mu);
});

it('prints what is not compared, each with its reason', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && line.includes('`status`'));
  assert.deepEqual(rows, ['| `status` | controllers write it, not the apply |']);
});
