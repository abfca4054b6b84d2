import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/object/json.ts';
import { argoUnit } from '../../../src/reconciler/argo-cd/application.ts';
import type { LiveApplication } from '../../../src/reconciler/argo-cd/application.ts';
import { lastSync } from '../../../src/reconciler/argo-cd/last-sync.ts';
import { unitOf } from './sync/story.ts';

const own = { repoURL: 'https://github.com/octo-org/shop', path: 'shop', targetRevision: 'main' };
const chart = { repoURL: 'https://charts.example.com', chart: 'web', targetRevision: '1.x' };
const [first, second] = ['1'.repeat(40), '2'.repeat(40)];
const succeeded = { phase: 'Succeeded', hasResult: true };

function synced(revisions: string[], spec: JsonObject): LiveApplication['deployed'] {
  return { revisions, spec };
}

function told(live: Partial<LiveApplication>) {
  return lastSync(unitOf({ live: { operation: succeeded, ...live } }));
}

function rendered(live: Partial<LiveApplication>) {
  const last = told(live);
  assert.equal(last.kind, 'sources');
  if (last.kind !== 'sources') throw new Error('unreachable');
  return { commit: last.commit, spec: argoUnit(last.unit).application.spec };
}

test('The last complete sync is rendered with the source that it had, and the rest of the live spec', () => {
  const source = { ...own, path: 'before' };
  const { commit, spec } = rendered({
    spec: { project: 'live', source: own },
    deployed: synced([first], { source }),
  });
  assert.equal(commit, first);
  assert.deepEqual(spec, { project: 'live', source });
});

test('Of several sources those from elsewhere are pinned to what was synced', () => {
  const { commit, spec } = rendered({
    spec: { project: 'live', sourceHydrator: {}, source: own },
    deployed: synced(['1.4.2', first], { sources: [chart, own] }),
  });
  assert.equal(commit, first);
  assert.deepEqual(spec, { project: 'live', sources: [{ ...chart, targetRevision: '1.4.2' }, own] });
  const alone = rendered({ deployed: synced(['1.4.2'], { source: chart }) });
  assert.equal(alone.commit, undefined);
});

test('A sync that was tried since at another commit, or is under way, leaves what was applied unknown', () => {
  const deployed = synced([first], { source: own });
  assert.equal(rendered({ deployed, attempted: deployed }).commit, first);
  assert.equal(told({ deployed, attempted: synced([second], { source: own }) }).kind, 'unknown');
  const other = synced([first], { source: { ...own, path: 'other' } });
  assert.equal(told({ deployed, attempted: other }).kind, 'unknown');
  assert.equal(told({ deployed, operation: { phase: 'Running', hasResult: true } }).kind, 'unknown');
  assert.equal(told({ attempted: deployed }).kind, 'unknown');
});

test('Two commits of this repository at once are unknown, and no sync at all is none', () => {
  const twice = synced([first, second], { sources: [own, { ...own, path: 'other' }] });
  assert.equal(told({ deployed: twice }).kind, 'unknown');
  assert.equal(told({ operation: null }).kind, 'none');
  assert.equal(lastSync(unitOf()).kind, 'none');
});
