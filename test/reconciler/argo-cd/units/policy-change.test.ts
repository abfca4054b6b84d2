import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { application, bothSides, file } from './story.ts';

async function told(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const text = (spec: JsonObject): string => file(application({ spec }));
  const { head } = await bothSides({ base: { 'web.yaml': text(before) }, head: { 'web.yaml': text(after) } });
  const abouts = ['automation-switched-on', 'source-moved'];
  return (head.remarks ?? [])
    .filter(({ about }) => abouts.includes(about))
    .map(({ severity, title, detail }) => `${severity} ${title}: ${detail}`);
}

const off = { syncPolicy: { automated: null } };
const all = { syncPolicy: { automated: { prune: true, selfHeal: true } } };

test('Automated sync that is switched on is told with all that it does by itself', async () => {
  const [only, ...others] = await told(off, all);
  assert.deepEqual(others, []);
  assert.equal(
    only,
    'warn Automated sync is switched on: From the merge on Argo CD applies every commit that its source comes to, without a person; what leaves Git is deleted from the cluster; what somebody changes in the cluster is set back within seconds. The first such sync brings everything that waits now.',
  );
});

test('Prune that is added is told alone; what is switched off, or stays, is quiet', async () => {
  const [only = ''] = await told(
    { syncPolicy: { automated: {} } },
    { syncPolicy: { automated: { prune: true } } },
  );
  assert.match(
    only,
    /^warn Automated sync may do more by itself: From the merge on what leaves Git is deleted/,
  );
  assert.doesNotMatch(only, /without a person/);
  assert.deepEqual(await told(all, off), []);
  assert.deepEqual(await told(all, all), []);
});

const elsewhere = (path: string, more: JsonObject = {}): JsonObject => ({
  source: { repoURL: 'https://git.example.com/team/apps.git', path, targetRevision: 'main', ...more },
});

test('Another path of another repository is another content, and with prune the old one is deleted', async () => {
  const [pruned = ''] = await told({ ...elsewhere('wiki'), ...all }, { ...elsewhere('stage0'), ...all });
  assert.match(
    pruned,
    /^warn The Application takes its whole content from elsewhere: From `wiki` of https:\/\/git\.example\.com\/team\/apps\.git to `stage0` of .*what only the old one declares is deleted\.$/,
  );
  const [kept = ''] = await told(elsewhere('wiki'), elsewhere('stage0'));
  assert.match(kept, /stays until somebody prunes it\.$/);
});

test('Another version of the same content, and a path of this repository, are quiet', async () => {
  assert.deepEqual(await told(elsewhere('wiki'), elsewhere('wiki', { targetRevision: 'v2' })), []);
  const { head } = await bothSides({
    base: { 'web.yaml': file(application()) },
    head: { 'web.yaml': file(application({ path: 'other' })) },
  });
  assert.ok(head.units.length > 0);
  assert.deepEqual(
    (head.remarks ?? []).filter(({ about }) => about === 'source-moved'),
    [],
  );
});
