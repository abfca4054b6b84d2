import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { HostedRepository } from './hosted-repository.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let repository: HostedRepository;
let client: Awaited<ReturnType<typeof installationClient>>;
const place = { owner: 'octo-org', repo: 'platform' };

before(async () => {
  github = await startGitHub();
  repository = await github.createRepository({
    name: 'platform',
    files: { 'a.yaml': 'a: 1\n', 'dir/b.yaml': 'b: 1\n' },
  });
  client = await installationClient(github);
});

after(async () => {
  await github.stop();
});

void test('base.sha and the test merge stay behind when the base branch moves', async () => {
  await repository.commit({ branch: 'change', files: { 'a.yaml': 'a: 2\n' } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  const old = await repository.tip('main');
  const tip = await repository.push({ branch: 'main', files: { 'c.yaml': 'c: 1\n' } });
  const { data: stale } = await client.rest.pulls.get({ ...place, pull_number: pull.number });
  assert.equal(stale.base.sha, old);
  const { data: ref } = await client.rest.git.getRef({ ...place, ref: `heads/${stale.base.ref}` });
  assert.equal(ref.object.sha, tip);
  await repository.push({ branch: 'change', files: { 'a.yaml': 'a: 3\n' } });
  const { data: fresh } = await client.rest.pulls.get({ ...place, pull_number: pull.number });
  assert.equal(fresh.base.sha, tip);
  assert.notEqual(fresh.merge_commit_sha, stale.merge_commit_sha);
  github.assertClean();
});

void test('a conflict makes a pull request unmergeable', async () => {
  await repository.commit({ branch: 'left', files: { 'd.yaml': 'd: 1\n' }, from: 'main' });
  await repository.commit({ branch: 'main', files: { 'd.yaml': 'd: 2\n' } });
  const pull = await repository.openPullRequest({ title: 'Conflict', head: 'left' });
  const { data } = await client.rest.pulls.get({ ...place, pull_number: pull.number });
  assert.deepEqual([data.mergeable, data.mergeable_state], [false, 'dirty']);
  github.assertClean();
});

void test('a forced push moves the head to a commit that does not hold the old one', async () => {
  const old = await repository.tip('change');
  const forced = await repository.push({ branch: 'change', from: 'main', files: { 'a.yaml': 'a: 4\n' } });
  const { data } = await client.rest.repos.getCommit({ ...place, ref: forced });
  assert.notEqual(data.parents[0]?.sha, old);
  const { data: pulls } = await client.rest.repos.listPullRequestsAssociatedWithCommit({
    ...place,
    commit_sha: forced,
  });
  assert.deepEqual(
    pulls.map((pull) => pull.head.sha),
    [forced],
  );
  github.assertClean();
});

void test('a pull request of a deleted fork has no head repository', async () => {
  const fork = await github.fork(repository, 'stranger');
  await fork.commit({ branch: 'patch-1', files: { 'a.yaml': 'a: 5\n' } });
  const pull = await repository.openPullRequest({
    title: 'Patch',
    head: 'patch-1',
    fork,
    author: 'stranger',
  });
  const { data: whole } = await client.rest.pulls.get({ ...place, pull_number: pull.number });
  assert.deepEqual([whole.head.repo?.full_name, whole.head.label], ['stranger/platform', 'stranger:patch-1']);
  const { data: run } = await client.rest.checks.create({
    ...place,
    name: 'proofline',
    head_sha: pull.headSha,
  });
  assert.deepEqual(run.pull_requests, []);
  await fork.delete();
  const { data: left } = await client.rest.pulls.get({ ...place, pull_number: pull.number });
  assert.deepEqual(
    [left.head.repo, left.head.sha, left.head.label],
    [null, pull.headSha, 'stranger:patch-1'],
  );
  const { data: listed } = await client.rest.pulls.list({ ...place, head: 'stranger:patch-1' });
  assert.deepEqual(
    listed.map((entry) => entry.head.repo),
    [null],
  );
  github.assertClean();
});

void test('reviews name the commit that they were given on', async () => {
  const pull = repository.pullRequest(1);
  pull.review('APPROVED', 'maria');
  const { data } = await client.rest.pulls.listReviews({ ...place, pull_number: 1 });
  assert.deepEqual(
    data.map((review) => [review.user?.login, review.state, review.commit_id]),
    [['maria', 'APPROVED', pull.headSha]],
  );
  github.assertClean();
});

void test('files, folders, branches and suites are read as GitHub gives them', async () => {
  const { data: file } = await client.rest.repos.getContent({ ...place, path: 'dir/b.yaml', ref: 'main' });
  assert.ok(!Array.isArray(file) && file.type === 'file');
  assert.equal(Buffer.from(file.content, 'base64').toString('utf8'), 'b: 1\n');
  const { data: folder } = await client.rest.repos.getContent({ ...place, path: 'dir' });
  assert.ok(Array.isArray(folder));
  assert.deepEqual(
    folder.map((entry) => entry.path),
    ['dir/b.yaml'],
  );
  await assert.rejects(client.rest.repos.getContent({ ...place, path: 'absent.yaml' }), /Not Found/);
  const { data: branch } = await client.rest.repos.getBranch({ ...place, branch: 'main' });
  assert.equal(branch.commit.sha, await repository.tip('main'));
  const ref = repository.pullRequest(1).headSha;
  await client.rest.checks.create({ ...place, name: 'proofline', head_sha: ref, conclusion: 'failure' });
  const { data: suites } = await client.rest.checks.listSuitesForRef({ ...place, ref });
  assert.deepEqual(
    suites.check_suites.map((suite) => [suite.head_branch, suite.conclusion]),
    [['change', 'failure']],
  );
  const { data: reach } = await client.rest.apps.listReposAccessibleToInstallation();
  assert.deepEqual(
    reach.repositories.map((entry) => entry.full_name),
    ['octo-org/platform'],
  );
  github.assertClean();
});

void test('reactions are given once', async () => {
  const comment = await repository.pullRequest(1).comment('/proofline approve');
  const target = { ...place, comment_id: comment.id, content: 'eyes' } as const;
  assert.equal((await client.rest.reactions.createForIssueComment(target)).status, 201);
  assert.equal((await client.rest.reactions.createForIssueComment(target)).status, 200);
  assert.deepEqual(
    comment.reactions.map((reaction) => reaction.content),
    ['eyes'],
  );
  github.assertClean();
});
