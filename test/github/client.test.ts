import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { HostedRepository } from './hosted-repository.ts';
import type { OpenedPullRequest } from './opened-pull-request.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let repository: HostedRepository;
let pull: OpenedPullRequest;

before(async () => {
  github = await startGitHub();
  repository = await github.createRepository({ name: 'platform', files: { 'app.yaml': 'a: 1\n' } });
  await repository.createBranch('change');
  await repository.commit({ branch: 'change', files: { 'app.yaml': 'a: 2\n' } });
  pull = await repository.openPullRequest({ title: 'Change the app', head: 'change' });
});

after(async () => {
  await github.stop();
});

const place = { owner: 'octo-org', repo: 'platform' };

void test("Probot's own client signs in, comments and reports a check", async () => {
  const client = await installationClient(github);
  const { data: read } = await client.rest.pulls.get({ ...place, pull_number: 1 });
  assert.equal(read.head.sha, pull.headSha);
  assert.equal(read.mergeable, true);
  assert.deepEqual([read.changed_files, read.additions, read.deletions], [1, 1, 1]);

  const issue = { ...place, issue_number: 1 };
  const { data: comment } = await client.rest.issues.createComment({ ...issue, body: 'Looking.' });
  assert.equal(comment.performed_via_github_app?.id, github.app.id);
  await client.rest.issues.updateComment({ ...place, comment_id: comment.id, body: 'Seen.' });
  const { data: comments } = await client.rest.issues.listComments(issue);
  assert.deepEqual(
    comments.map((entry) => [entry.user?.login, entry.body]),
    [['proofline[bot]', 'Seen.']],
  );

  const { data: run } = await client.rest.checks.create({
    ...place,
    name: 'proofline',
    head_sha: pull.headSha,
  });
  const output = { title: 'One finding', summary: 'It is bad.' };
  await client.rest.checks.update({ ...place, check_run_id: run.id, conclusion: 'failure', output });
  const { data: runs } = await client.rest.checks.listForRef({ ...place, ref: pull.headSha });
  assert.deepEqual(
    runs.check_runs.map((entry) => [entry.name, entry.status, entry.conclusion]),
    [['proofline', 'completed', 'failure']],
  );
  assert.equal(pull.comments()[0]?.body, 'Seen.');
  assert.equal(pull.checkRuns()[0]?.summary, 'It is bad.');
  github.assertClean();
});
