import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GapKind } from '../../src/object/gap.ts';
import type { Review } from '../../src/report/review.ts';
import { change, finding, identity, masked, review, unit } from './parts.ts';

const web = identity('Deployment', 'web');

function gap(kind: GapKind): Review['gaps'][number] {
  return { kind, unit: 'apps/shop', object: undefined, why: masked('why') };
}

const cases: readonly (readonly [title: string, parts: Partial<Review>, answer: string])[] = [
  [
    'one change that needs nothing',
    { units: [unit('apps/shop')], changes: [change(web)] },
    'No approval needed: 1 object changes in 1 unit on prod.',
  ],
  [
    'an approval that is needed',
    {
      conclusion: 'action_required',
      units: [unit('apps/shop')],
      changes: [change(web)],
      findings: [finding(web)],
    },
    'Action needed: 1 finding needs approval; 1 object changes in 1 unit on prod.',
  ],
  [
    'nothing that changes',
    { units: [unit('apps/shop')], changes: [change(web, { action: 'unchanged', causes: [] })] },
    'Nothing changes: 1 unit compared, 1 object stays as it is.',
  ],
  [
    'what changes in Git and is not applied',
    { units: [unit('apps/shop')], changes: [change(web, { action: 'skipped' })] },
    'Nothing changes: 1 unit compared, 1 object stays as it is, although this pull request changes it.',
  ],
  [
    'objects that were not seen are never said to stay',
    {
      units: [unit('apps/shop')],
      changes: [change(web, { action: 'gap', causes: [] })],
      gaps: [gap('cluster-timeout')],
    },
    'No change was seen: 1 unit compared, 0 objects stay as they are; 1 thing could not be seen.',
  ],
  [
    'a comparison without a cluster',
    { units: [unit('apps/shop')], changes: [change(web)], gaps: [gap('no-cluster')] },
    'No approval needed: 1 object changes in 1 unit on prod; compared as rendered, no cluster was asked.',
  ],
  [
    'an installation that nobody named is no unit without a cluster',
    { units: [unit('apps/shop')], changes: [change(web)], gaps: [gap('installation-unnamed')] },
    'No approval needed: 1 object changes in 1 unit on prod.',
  ],
  [
    'drift alone is not the pull request',
    { units: [unit('apps/shop')], changes: [change(web, { causes: ['drift'] })] },
    'No approval needed: 1 object changes for other reasons than this pull request.',
  ],
  [
    'a refusal',
    { conclusion: 'failure', units: [unit('apps/shop')], changes: [change(web, { action: 'refused' })] },
    'Would fail: 1 object is refused.',
  ],
  [
    'a deadline',
    { conclusion: 'timed_out', units: [unit('apps/shop')], pending: 2 },
    'Not finished in time: 1 of 3 units done; nothing changes.',
  ],
  ['a newer push', { conclusion: 'cancelled' }, 'Superseded: a newer push is reviewed instead.'],
  [
    'a merge that conflicts',
    { conclusion: 'failure', merge: { tree: undefined, conflicts: [masked('a'), masked('b')] } },
    'Could not be reviewed: 2 files conflict with main.',
  ],
];

for (const [title, parts, answer] of cases) {
  test(`the answer to ${title} is one sentence`, () => {
    assert.equal(review(parts).summary, answer);
  });
}
