import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../src/object/json.ts';
import { consumed } from '../../../src/reconciler/argo-cd/last-sync.ts';
import { remoteKey } from '../../../src/source/remote.ts';
import { application, here, home, unitIn } from './units/story.ts';

const chart = { repoURL: 'https://charts.example', chart: 'shop', targetRevision: '^1.0.0' };
const values = { repoURL: 'https://git.example/values', targetRevision: 'main', ref: 'values' };
const sources = [chart, { repoURL: here, targetRevision: 'main', path: 'web' }, values];

async function consumedBy(spec: JsonObject, syncResult: JsonObject): Promise<ReadonlyMap<string, string>> {
  const live = { ...application({ spec }), status: { operationState: { phase: 'Succeeded', syncResult } } };
  return consumed(await unitIn({ 'web/map.yaml': '' }, { homes: [home([live])] }));
}

test('What a sync took of a chart is its version, and of another repository its commit', async () => {
  const [own, other] = ['a'.repeat(40), 'b'.repeat(40)];
  const taken = await consumedBy({ source: null, sources }, { revisions: ['1.0.3', own, other] });
  const of = (remote: Parameters<typeof remoteKey>[0]): string | undefined => taken.get(remoteKey(remote));
  const { repoURL: repository, chart: name, targetRevision: version } = chart;
  assert.equal(of({ kind: 'chart', repository, name, version }), '1.0.3');
  assert.equal(of({ kind: 'git', url: values.repoURL, revision: 'main', path: '.' }), other);
  // Another reference may mean another commit without anything having moved.
  assert.equal(of({ kind: 'git', url: values.repoURL, revision: 'v2', path: '.' }), undefined);
});

test('Before its first sync an Application has taken nothing', async () => {
  assert.equal((await consumedBy({ source: null, sources }, {})).size, 0);
});
