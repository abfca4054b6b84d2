import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { pino } from 'pino';

import { connect } from '../../src/github/connect.ts';
import { GitHubError } from '../../src/github/github-error.ts';
import type { Repository } from '../../src/github/repository.ts';
import { upsertComment } from '../../src/github/sticky-comment.ts';
import { secondaryLimit } from '../github/failures.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { startGitHub } from '../github/start-github.ts';

let github: GitHub;
let repository: Repository;
let pull: OpenedPullRequest;

before(async () => {
  github = await startGitHub();
  const { id, privateKey, webhookSecret } = github.app;
  const credentials = { appId: String(id), privateKey, webhookSecret, baseUrl: github.apiUrl };
  const probot = await connect(credentials, pino({ level: 'silent' }));
  const hosted = await github.createRepository({ name: 'limited', files: { a: '1' } });
  await hosted.commit({ branch: 'change', files: { a: '2' } });
  pull = await hosted.openPullRequest({ title: 'Change', head: 'change' });
  const installation = github.install('octo-org').id;
  const client = await probot.auth(installation);
  repository = { owner: 'octo-org', name: 'limited', appId: id, installation, client };
});

after(async () => {
  await github.stop();
  github.assertClean();
});

const creation = { method: 'POST', path: '/repos/octo-org/limited/issues/1/comments' };

function creations(): number {
  return github.exchanges().filter(({ method, path }) => method === creation.method && path === creation.path)
    .length;
}

async function comment(body: string): Promise<void> {
  await upsertComment(repository, pull.number, { body, bodyIfThere: body, isOurs: () => false });
}

for (const status of [403, 429] as const) {
  test(`A secondary limit answered with ${status} is waited for as long as GitHub asks, and then the comment is there once`, async () => {
    github.failNext(creation, secondaryLimit(status, 1));
    const [earlier, started] = [creations(), performance.now()];
    await comment(`after ${status}`);
    assert.ok(performance.now() - started >= 1000);
    assert.equal(creations() - earlier, 2);
    assert.equal(pull.comments().filter(({ body }) => body === `after ${status}`).length, 1);
  });
}

test('A secondary limit that does not end is given up after three tries', async () => {
  github.failNext(creation, { ...secondaryLimit(429, 1), times: 3 });
  const earlier = creations();
  await assert.rejects(comment('never'), (error) => error instanceof GitHubError && error.status === 429);
  assert.equal(creations() - earlier, 3);
});

test('A secondary limit of many minutes is not waited for', async () => {
  github.failNext(creation, secondaryLimit(429, 600));
  const earlier = creations();
  await assert.rejects(comment('never'), GitHubError);
  assert.equal(creations() - earlier, 1);
});
