import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { bodiesOf } from '../stories/reviewed.ts';
import { startProposals, type Proposals } from './proposals.ts';
import { badUnits, filesOf, map, oddUnits } from './units.ts';

let proposals: Proposals;

before(async () => {
  proposals = await startProposals();
});

after(async () => {
  await proposals.end();
});

test('Every bad unit of one pull request is named with its file or object, and none hides another (complaints 16, 25, 26)', async () => {
  const { conclusion, said } = await proposals.propose('on-good-units', filesOf('base'), filesOf('head'));
  assert.equal(conclusion, 'failure');
  const plainText = said
    .replaceAll(/[`*\\]/g, '')
    .replaceAll(/<\/?code>/g, '')
    .replaceAll('&quot;', '"');
  for (const [path, { says }] of Object.entries({ ...badUnits, ...oddUnits })) {
    for (const words of says) assert.match(plainText, words, path);
  }
});

test('A render that fails deletes nothing, in a unit that prunes too (complaint 26)', async () => {
  const base = {
    '.github/proofline.yml': 'units: [{path: apps/a, prune: true}]\n',
    'apps/a/map.yaml': map('kept'),
  };
  const { conclusion, said } = await proposals.propose('on-good-broken', base, {
    'apps/a/map.yaml': 'kind: [\n',
  });
  assert.equal(conclusion, 'failure');
  assert.match(said, /does not render/);
  assert.doesNotMatch(said, /\d \**deleted|is deleted/);
});

test('An API server that cannot be reached blocks, and is named with what to do', async () => {
  const { conclusion, said } = await proposals.propose('on-gone', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /The cluster could not be reached/);
  assert.match(said, /cluster gone: .*127\.0\.0\.1:1/);
  assert.match(said, /Make its API server reachable for Proofline, then run this check again/);
  assert.doesNotMatch(said, /of-nobody/);
});

test('A token that is no longer taken blocks, and says that it expired or was revoked', async () => {
  const { conclusion, said } = await proposals.propose('on-expired', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /cluster expired: the server rejects this credential: it has expired or was revoked/);
});

test('A cluster without the guard is refused, and the way to make one is said (complaint 14)', async () => {
  const { conclusion, said } = await proposals.propose('on-unguarded', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /The cluster does not stop Proofline from writing, so it was not asked/);
  assert.match(said, /cluster unguarded: this credential is not proved to be unable to write/);
  assert.match(said, /proofline cluster add/);
});

test('A cluster without the guard that the operator allows is asked, and each review says so', async () => {
  const { said } = await proposals.propose('on-loud', {}, { 'apps/a/map.yaml': map('a') });
  assert.match(said, /created/);
  assert.match(
    said,
    /Not proved by this review:.*that this credential cannot write to cluster loud: no guard denies it/,
  );
});

test('A kind that the credential may not see is a gap that blocks, and the rest is reviewed (complaint 24)', async () => {
  const secret = map('hidden').replace('ConfigMap', 'Secret');
  const { conclusion, said } = await proposals.propose(
    'on-good-kinds',
    {},
    { 'apps/a/all.yaml': `${secret}---\n${map('beside')}` },
  );
  assert.equal(conclusion, 'action_required');
  assert.match(said, /Proofline has no right to look/);
  assert.match(said, /Secret shop\/hidden/);
  assert.match(said, /1 created/);
});

test('A rule that does not exist is named with its line, and with the rules that do', async () => {
  const broken = { '.github/proofline.yml': 'rules:\n  object-delted: block\n' };
  const { conclusion, said } = await proposals.propose('on-good-rules', broken, {
    'apps/a/map.yaml': map('a'),
  });
  assert.equal(conclusion, 'failure');
  assert.match(said, /proofline\.yml, line 2: .*object-delted/);
});

test('A pull request with 5,000 changed files is reviewed, and what is not shown is counted (complaints 1, 2)', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 5000 }, (_, n) => [
      `apps/many/map-${n}.yaml`,
      map(`m-${n}`, `data: {text: "${'x'.repeat(40)}"}\n`),
    ]),
  );
  const { conclusion, pull, said } = await proposals.propose('on-good-many', {}, files);
  assert.equal(conclusion, 'success');
  assert.match(said, /5000 created/);
  const [comment = ''] = bodiesOf(pull);
  assert.ok(comment.length < 65_536 && comment.length > 30_000);
  assert.match(comment, /\d+ of 5000 diffs are not shown/);
  assert.equal((comment.match(/^```/gm)?.length ?? 1) % 2, 0);
  assert.equal(comment.split('<details>').length, comment.split('</details>').length);
});

test('No unit affected is told apart from nothing changed, with the files that belong to none (complaint 3)', async () => {
  const base = { 'apps/a/map.yaml': map('same'), 'docs/a.md': 'a\n' };
  const none = await proposals.propose('on-good-none', base, { 'docs/a.md': 'b\n' });
  assert.match(none.title, /^No unit is affected: 1 unit, and it does not depend on the 1 changed file/);
  const same = await proposals.propose('on-good-same', base, {
    'apps/a/map.yaml': `# words\n${map('same')}`,
    'docs/a.md': 'b\n',
  });
  assert.match(same.said, /docs\/a\.md/);
  assert.notEqual(same.title, none.title);
});

test('Nothing that a pull request names or writes calls a person, closes a fold, or passes for Proofline’s words', async () => {
  const name = 'a`@maria</summary></details><!-- proofline -->';
  const annotations = {
    note: '@platform/admins\n```\n</details>\n# 🟢 **No change**\n![x](https://evil.example.com/x)',
  };
  const hostile = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', annotations } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'fine', namespace: 'shop', annotations } },
  ].map((object) => JSON.stringify(object));
  const { pull, said } = await proposals.propose(
    'on-good-hostile',
    {},
    { 'apps/@maria/</details>.yaml': hostile.join('\n---\n') },
  );
  assert.match(said, /platform\/admins/);
  assert.deepEqual(pull.calledByApp(), []);
  const page = await (await fetch(pull.url)).text();
  assert.doesNotMatch(page, /<img[^>]*evil|<h1>🟢/);
});
