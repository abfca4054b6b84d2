import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { GitHubError } from '../../src/github/github-error.ts';
import type { Repository } from '../../src/github/repository.ts';
import { upsertComment } from '../../src/github/sticky-comment.ts';
import { secondaryLimit } from '../github/failures.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { openOnePullRequest } from './one-pull-request.ts';

let github: GitHub;
let repository: Repository;
let pull: OpenedPullRequest;

before(async () => {
  ({ github, repository, pull } = await openOnePullRequest('limited'));
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
