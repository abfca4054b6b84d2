import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { concludeCheck, openCheck } from '../../src/github/check-run.ts';
import { GitHubError } from '../../src/github/github-error.ts';
import type { Repository } from '../../src/github/repository.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { openOnePullRequest } from './one-pull-request.ts';

let github: GitHub;
let repository: Repository;
let pull: OpenedPullRequest;

before(async () => {
  ({ github, repository, pull } = await openOnePullRequest('outage'));
});

after(async () => {
  await github.stop();
  github.assertClean();
});

const creation = { method: 'POST', path: '/repos/octo-org/outage/check-runs' };

function creations(): number {
  return github.exchanges().filter(({ method, path }) => method === creation.method && path === creation.path)
    .length;
}

const faults = [
  { what: 'is answered with 502', fault: { status: 502 } },
  { what: 'is cut off', fault: { cut: true } },
] as const;

for (const { what, fault } of faults) {
  for (const carriedOut of [false, true]) {
    const although = carriedOut ? ', although it was carried out,' : '';
    test(`A creation of a check that ${what}${although} leaves exactly one`, async () => {
      const [runs, asked] = [pull.checkRuns().length, creations()];
      github.failNext(creation, { ...fault, carriedOut });
      const opened = await openCheck(repository, pull.headSha, 'Proofline');
      assert.equal(pull.checkRuns().length - runs, 1);
      assert.equal(pull.checkRuns().at(-1)?.id, opened);
      assert.equal(creations() - asked, carriedOut ? 1 : 2);
    });
  }
}

test('A creation that GitHub forbids is not repeated', async () => {
  const asked = creations();
  github.failNext(creation, { status: 403, body: { message: 'Resource not accessible by integration' } });
  await assert.rejects(openCheck(repository, pull.headSha, 'Proofline'), GitHubError);
  assert.equal(creations() - asked, 1);
});

test('A creation that GitHub never answers is given up after three tries', async () => {
  const asked = creations();
  github.failNext(creation, { status: 502, times: 3 });
  await assert.rejects(
    openCheck(repository, pull.headSha, 'Proofline'),
    (error) => error instanceof GitHubError && error.status === 502,
  );
  assert.equal(creations() - asked, 3);
});

test('A check is concluded although GitHub answers nothing for half a minute', async () => {
  const opened = await openCheck(repository, pull.headSha, 'Proofline');
  const path = `/repos/octo-org/outage/check-runs/${opened}`;
  github.failNext({ method: 'PATCH', path }, { status: 502, times: 4 });
  const output = { title: 'A title', summary: 'A summary', text: undefined };
  await concludeCheck(repository, opened, { conclusion: 'success', output, annotations: [] });
  const run = pull.checkRuns().find(({ id }) => id === opened);
  assert.equal(run?.conclusion, 'success');
});
