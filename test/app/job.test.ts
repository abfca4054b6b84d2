import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { pino } from 'pino';

import { runJob } from '../../src/app/job.ts';
import type { Job } from '../../src/app/job.ts';
import { connect } from '../../src/github/connect.ts';
import { GitHubError } from '../../src/github/github-error.ts';
import type { Client } from '../../src/github/connect.ts';
import { createMask } from '../../src/object/mask.ts';
import { words } from '../../src/object/masked.ts';
import type { Review } from '../../src/report/review.ts';
import { conflictReview } from '../../src/review/write-up.ts';
import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import { startGitHub } from '../github/start-github.ts';

let github: GitHub;
let client: Client;
const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } };
const never = new AbortController().signal;

before(async () => {
  github = await startGitHub();
  const { id, privateKey, webhookSecret } = github.app;
  const credentials = { appId: String(id), privateKey, webhookSecret, baseUrl: github.apiUrl };
  const probot = await connect(credentials, pino({ level: 'silent' }));
  client = await probot.auth(github.install('octo-org').id);
});

after(async () => {
  await github.stop();
  github.assertClean();
});

async function opened(name: string): Promise<OpenedPullRequest> {
  const hosted = await github.createRepository({ name, files: { a: '1' } });
  await hosted.commit({ branch: 'change', files: { a: '2' } });
  return hosted.openPullRequest({ title: 'Change', head: 'change' });
}

function jobFor(name: string, review: Job['review'], deadline = 60_000): Job {
  const repository = { owner: 'octo-org', name, appId: github.app.id, installation: 1, client };
  return { repository, number: 1, holdOf: () => undefined, review, deadline, explain: () => words`it broke` };
}

function reviewOf(pull: OpenedPullRequest): Review {
  const commit = pull.headSha;
  const [base, head] = [
    { ref: 'main', commit },
    { ref: 'change', commit },
  ];
  return conflictReview(
    { kind: 'conflict', base, head, conflicts: ['a'] },
    { mask: createMask(), key: { kind: 'public' } },
  );
}

function conclusions(pull: OpenedPullRequest): readonly unknown[] {
  return pull.checkRuns().map(({ conclusion }) => conclusion);
}

test('A check is concluded although GitHub does not say whether the head is still the same', async () => {
  const pull = await opened('unanswered');
  const job = jobFor('unanswered', () => {
    github.failNext({ method: 'GET', path: '/repos/octo-org/unanswered/pulls/1' }, forbidden);
    return Promise.resolve(reviewOf(pull));
  });
  await runJob(job, never);
  assert.deepEqual(conclusions(pull), ['failure']);
  assert.equal(pull.checkRuns()[0]?.title, 'Could not be reviewed: it broke');
  assert.deepEqual(pull.comments(), []);
});

test('An unfinished comment says so when the deadline passes, and does not promise more', async () => {
  const pull = await opened('late');
  const job = jobFor(
    'late',
    (_, onPartial) => {
      onPartial({ ...reviewOf(pull), pending: 1 });
      return new Promise<never>(() => undefined);
    },
    500,
  );
  await runJob(job, never);
  assert.deepEqual(conclusions(pull), ['timed_out']);
  const [comment, ...more] = pull.comments();
  assert.deepEqual(more, []);
  assert.ok(comment);
  assert.match(comment.body, /Not finished in time/u);
  assert.doesNotMatch(comment.body, /Not complete yet/u);
  assert.ok(comment.body.includes(pull.headSha.slice(0, 10)));
});

test('An annotation that GitHub refuses leaves no check open', async () => {
  const pull = await opened('refused');
  const finding = {
    rule: 'not-seen',
    severity: 'warn',
    unit: undefined,
    objects: [],
    places: [{ file: createMask().text('a'), line: 1 }],
    id: '0',
    fingerprint: '0',
    title: words`a title`,
    detail: words`a detail`,
    advice: words`an advice`,
  } as const;
  const job = jobFor('refused', () => {
    const path = /^\/repos\/octo-org\/refused\/check-runs\/\d+$/u;
    github.failNext({ method: 'PATCH', path }, { status: 422, body: { message: 'Invalid request.' } });
    return Promise.resolve({ ...reviewOf(pull), findings: [finding] });
  });
  await assert.rejects(runJob(job, never), GitHubError);
  assert.deepEqual(conclusions(pull), ['failure']);
});
