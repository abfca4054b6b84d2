import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { appOf } from '../doors/app-of.ts';
import type { Content } from '../github/git-commits.ts';
import type { GitHub } from '../github/github.ts';
import type { HostedRepository } from '../github/hosted-repository.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { git } from '../github/git.ts';
import { startGitHub } from '../github/start-github.ts';
import { bodiesOf, concluded, until } from '../stories/reviewed.ts';
import type { RunningApp } from '../stories/running-app.ts';
import { accountBesides, kubeconfigToNowhere, revoke } from './accounts.ts';
import { seedBad } from './cluster.ts';
import { assertMannered } from './manners.ts';
import { badUnits, filesOf, map, oddUnits } from './units.ts';

let bed: ControlPlane;
let identity: Identity;
let github: GitHub;
let app: RunningApp;

before(async () => {
  [bed, github] = await Promise.all([startControlPlane(), startGitHub()]);
  identity = await addIdentity(bed, 'none');
  await seedBad(bed);
  const reaches = {
    good: identity.kubeconfig,
    gone: await kubeconfigToNowhere(bed),
    expired: await accountBesides(bed, 'expired'),
    unguarded: await accountBesides(bed, 'unguarded'),
    loud: await accountBesides(bed, 'loud'),
  };
  await revoke(bed, 'expired');
  app = await appOf({
    github,
    folder: bed.folder,
    operator: {
      clusters: Object.entries(reaches).map(([name, kubeconfig]) => ({
        name,
        reach: { kubeconfig },
        allowUnguarded: name === 'loud',
      })),
      repositories: [
        { match: '*/*', clusters: [] },
        ...Object.keys(reaches).map((name) => ({
          match: `*/on-${name}*`,
          clusters: [name],
          namespaces: ['shop'],
        })),
      ],
    },
  });
});

after(async () => {
  assertMannered(bodiesEver.join('\n'));
  await app.stop();
  await github.stop();
  await proveNothingWritten(bed, { guarded: false });
  await identity.cluster.close();
  await bed.stop();
});

/** Of every comment and check that was looked at. */
const bodiesEver: string[] = [];

type Files = Readonly<Record<string, Content>>;

interface Seen {
  readonly repository: HostedRepository;
  readonly pull: OpenedPullRequest;
  readonly conclusion: string | null;
  readonly title: string;
  /** Of comment and check together. */
  readonly said: string;
}

async function look(repository: HostedRepository, pull: OpenedPullRequest): Promise<Seen> {
  const check = (await concluded(pull)).at(-1);
  assert.ok(check);
  const { conclusion, title, summary, text, annotations } = check;
  const said = [title, summary, text, JSON.stringify(annotations), ...bodiesOf(pull)].join('\n');
  bodiesEver.push(said);
  return { repository, pull, conclusion, title: title ?? '', said };
}

async function propose(name: string, base: Files, head: Files): Promise<Seen> {
  const repository = await github.createRepository({ name, files: { 'README.md': 'Words.\n', ...base } });
  await repository.commit({ branch: 'change', files: head });
  return look(repository, await repository.openPullRequest({ title: 'Change', head: 'change' }));
}

test('Every bad unit of one pull request is named with its file or object, and none hides another (complaints 16, 25, 26)', async () => {
  const { conclusion, said } = await propose('on-good-units', filesOf('base'), filesOf('head'));
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
  const { conclusion, said } = await propose('on-good-broken', base, { 'apps/a/map.yaml': 'kind: [\n' });
  assert.equal(conclusion, 'failure');
  assert.match(said, /does not render/);
  assert.doesNotMatch(said, /\d \**deleted|is deleted/);
});

test('An API server that cannot be reached blocks, and is named with what to do', async () => {
  const { conclusion, said } = await propose('on-gone', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /The cluster could not be reached/);
  assert.match(said, /cluster gone: .*127\.0\.0\.1:1/);
  assert.match(said, /Make its API server reachable for Proofline, then run this check again/);
  assert.doesNotMatch(said, /of-nobody/);
});

test('A token that is no longer taken blocks, and says that it expired or was revoked', async () => {
  const { conclusion, said } = await propose('on-expired', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /cluster expired: the server rejects this credential: it has expired or was revoked/);
});

test('A cluster without the guard is refused, and the way to make one is said (complaint 14)', async () => {
  const { conclusion, said } = await propose('on-unguarded', {}, { 'apps/a/map.yaml': map('a') });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /The cluster does not stop Proofline from writing, so it was not asked/);
  assert.match(said, /cluster unguarded: this credential is not proved to be unable to write/);
  assert.match(said, /proofline cluster add/);
});

test('A cluster without the guard that the operator allows is asked, and each review says so', async () => {
  const { said } = await propose('on-loud', {}, { 'apps/a/map.yaml': map('a') });
  assert.match(said, /created/);
  assert.match(
    said,
    /Not proved by this review:.*that this credential cannot write to cluster loud: no guard denies it/,
  );
});

test('A kind that the credential may not see is a gap that blocks, and the rest is reviewed (complaint 24)', async () => {
  const secret = map('hidden').replace('ConfigMap', 'Secret');
  const { conclusion, said } = await propose(
    'on-good-kinds',
    {},
    { 'apps/a/all.yaml': `${secret}---\n${map('beside')}` },
  );
  assert.equal(conclusion, 'action_required');
  assert.match(said, /Proofline has no right to look/);
  assert.match(said, /Secret shop\/hidden/);
  assert.match(said, /1 created/);
});

test('A base branch that is gone ends the review with its name', async () => {
  const repository = await github.createRepository({
    name: 'on-good-baseless',
    files: { 'apps/a/map.yaml': map('a') },
  });
  await repository.createBranch('release-1');
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change', base: 'release-1' });
  await look(repository, pull);
  await git(repository.repository.directory, ['update-ref', '-d', 'refs/heads/release-1']);
  await repository.rerequest((await concluded(pull))[0] ?? assert.fail());
  const { conclusion, said } = await again(repository, pull, 2);
  assert.equal(conclusion, 'failure');
  assert.match(said.replaceAll('`', ''), /The base branch release-1 does not exist/);
});

async function again(repository: HostedRepository, pull: OpenedPullRequest, runs: number): Promise<Seen> {
  await concluded(pull, runs);
  return look(repository, pull);
}

test('A repository without a commit on the base but an empty one has no unit, and its first is reviewed', async () => {
  const repository = await github.createRepository({ name: 'on-good-empty', files: {} });
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('first') } });
  const { conclusion, said } = await look(
    repository,
    await repository.openPullRequest({ title: 'First', head: 'change' }),
  );
  assert.equal(conclusion, 'success');
  assert.match(said, /1 created/);
});

test('A head repository that was deleted concludes the check, and says what to do', async () => {
  const repository = await github.createRepository({
    name: 'on-good-forked',
    files: { 'apps/a/map.yaml': map('a') },
  });
  const fork = await github.fork(repository, 'mallory');
  await fork.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const pull = await repository.openPullRequest({ title: 'Gift', head: 'change', fork, author: 'mallory' });
  await look(repository, pull);
  await fork.delete();
  await pull.close();
  await pull.reopen();
  const { conclusion, said } = await again(repository, pull, 2);
  assert.equal(conclusion, 'failure');
  assert.match(
    said,
    /The repository that pull request 1 comes from was deleted\. Push its commits to a branch here/,
  );
});

test('A forced push during the review leaves the old head cancelled and the new one concluded', async () => {
  const repository = await github.createRepository({
    name: 'on-good-forced',
    files: { 'apps/a/map.yaml': map('a') },
  });
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const tokens = { method: 'POST', path: /^\/app\/installations\/\d+\/access_tokens$/u };
  const takeBack = github.failNext(tokens, { delay: 1500, times: 2 });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  const old = pull.headSha;
  await until(() => repository.checkRuns(old).length > 0);
  await repository.push({ branch: 'change', from: 'main', files: { 'apps/a/map.yaml': map('c') } });
  const { conclusion, said } = await look(repository, pull);
  takeBack();
  assert.equal(conclusion, 'success');
  assert.match(said, /shop\/c/);
  await until(() => repository.checkRuns(old).every(({ status }) => status === 'completed'));
  assert.deepEqual(
    repository.checkRuns(old).map((run) => run.conclusion),
    ['cancelled'],
  );
});

test('A rule that does not exist is named with its line, and with the rules that do', async () => {
  const broken = { '.github/proofline.yml': 'rules:\n  object-delted: block\n' };
  const { conclusion, said } = await propose('on-good-rules', broken, { 'apps/a/map.yaml': map('a') });
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
  const { conclusion, pull, said } = await propose('on-good-many', {}, files);
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
  const none = await propose('on-good-none', base, { 'docs/a.md': 'b\n' });
  assert.match(none.title, /^No unit is affected: 1 unit, and it does not depend on the 1 changed file/);
  const same = await propose('on-good-same', base, {
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
  const { pull, said } = await propose(
    'on-good-hostile',
    {},
    { 'apps/@maria/</details>.yaml': hostile.join('\n---\n') },
  );
  assert.match(said, /platform\/admins/);
  assert.deepEqual(pull.calledByApp(), []);
  const page = await (await fetch(pull.url)).text();
  assert.doesNotMatch(page, /<img[^>]*evil|<h1>🟢/);
});
