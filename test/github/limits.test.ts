import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { OpenedPullRequest } from './opened-pull-request.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let pull: OpenedPullRequest;
let client: Awaited<ReturnType<typeof installationClient>>;
const place = { owner: 'octo-org', repo: 'platform' };

before(async () => {
  github = await startGitHub();
  const repository = await github.createRepository({ name: 'platform', files: { a: '1' } });
  await repository.commit({ branch: 'change', files: { a: '2' } });
  pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  client = await installationClient(github);
});

after(async () => {
  await github.stop();
});

type CheckRun = NonNullable<Parameters<typeof client.rest.checks.create>[0]>;

function run(change: Partial<CheckRun> = {}): CheckRun {
  return { ...place, name: 'proofline', head_sha: pull.headSha, ...change };
}

function refusal(status: number, message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Error && 'status' in error, String(error));
    assert.equal(error.status, status);
    assert.match(error.message, message);
    return true;
  };
}

const annotation = {
  path: 'a',
  start_line: 1,
  end_line: 1,
  annotation_level: 'warning',
  message: 'look',
} as const;
const output = { title: 'Title', summary: 'Summary' };

/** The description itself forbids these, so they are violations of the contract too. */
const AGAINST_THE_CONTRACT: readonly [string, () => Promise<unknown>, RegExp][] = [
  [
    '51 annotations in one call',
    () =>
      client.rest.checks.create(
        run({ output: { ...output, annotations: Array.from({ length: 51 }, () => annotation) } }),
      ),
    /No more than 50 items/,
  ],
  [
    'a button label of 21 characters',
    () =>
      client.rest.checks.create(
        run({ actions: [{ label: 'x'.repeat(21), description: 'd', identifier: 'i' }] }),
      ),
    /Only 20 characters/,
  ],
  [
    'four buttons',
    () =>
      client.rest.checks.create(
        run({
          actions: Array.from({ length: 4 }, () => ({ label: 'l', description: 'd', identifier: 'i' })),
        }),
      ),
    /No more than 3 items/,
  ],
];

for (const [what, call, message] of AGAINST_THE_CONTRACT) {
  void test(`${what} are refused, and are a violation`, async () => {
    await assert.rejects(call(), refusal(422, message));
    assert.throws(() => github.assertClean(), /POST \/repos\/octo-org\/platform\/check-runs/);
    assert.notEqual(github.takeViolations().length, 0);
    github.assertClean();
  });
}

const BEYOND_THE_CONTRACT: readonly [string, () => Promise<unknown>, RegExp][] = [
  [
    'a summary of 65,536 bytes in fewer characters',
    () => client.rest.checks.create(run({ output: { ...output, summary: '€'.repeat(21_846) } })),
    /Only 65535 characters are allowed; 65538 were supplied/,
  ],
  [
    'a text of 65,536 bytes in fewer characters',
    () => client.rest.checks.create(run({ output: { ...output, text: `${'é'.repeat(32_767)}ab` } })),
    /65536 were supplied/,
  ],
  [
    'a completed run without a conclusion',
    () => client.rest.checks.create(run({ status: 'completed' })),
    /needs a conclusion/,
  ],
  [
    'a run on a commit that is not there',
    () => client.rest.checks.create(run({ head_sha: '0'.repeat(40) })),
    /No commit found/,
  ],
  [
    'an annotation message above 64 KB',
    () =>
      client.rest.checks.create(
        run({ output: { ...output, annotations: [{ ...annotation, message: 'x'.repeat(65_537) }] } }),
      ),
    /larger than 64 KB/,
  ],
  [
    'columns over two lines',
    () =>
      client.rest.checks.create(
        run({ output: { ...output, annotations: [{ ...annotation, end_line: 2, start_column: 1 }] } }),
      ),
    /columns on a single line/,
  ],
  [
    'a comment of 65,537 characters',
    () => client.rest.issues.createComment({ ...place, issue_number: 1, body: 'x'.repeat(65_537) }),
    /maximum is 65536 characters/,
  ],
  [
    'an empty comment',
    () => client.rest.issues.createComment({ ...place, issue_number: 1, body: ' \n' }),
    /can't be blank/,
  ],
];

for (const [what, call, message] of BEYOND_THE_CONTRACT) {
  void test(`${what}: refused although the description allows it`, async () => {
    await assert.rejects(call(), refusal(422, message));
    github.assertClean();
  });
}

void test('what is just inside the limits is accepted', async () => {
  const full = { title: 'Title', summary: '€'.repeat(21_845), text: 'x'.repeat(65_535) };
  await client.rest.checks.create(run({ output: full }));
  await client.rest.issues.createComment({ ...place, issue_number: 1, body: '😀'.repeat(65_536) });
  github.assertClean();
});

void test('a completed run stays completed, but its output can still change', async () => {
  const { data } = await client.rest.checks.create(run({ conclusion: 'success' }));
  assert.equal(data.status, 'completed');
  const target = { ...place, check_run_id: data.id };
  await assert.rejects(
    client.rest.checks.update({ ...target, status: 'in_progress' }),
    refusal(422, /cannot go back to in_progress/),
  );
  await client.rest.checks.update({ ...target, output: { title: 'Later', summary: 'Later' } });
  const { data: read } = await client.rest.checks.get(target);
  assert.deepEqual([read.status, read.conclusion, read.output.title], ['completed', 'success', 'Later']);
  github.assertClean();
});

void test('annotations of later calls are appended', async () => {
  const fifty = Array.from({ length: 50 }, (_, line) => ({
    ...annotation,
    start_line: line + 1,
    end_line: line + 1,
  }));
  const { data } = await client.rest.checks.create(
    run({ name: 'many', output: { ...output, annotations: fifty } }),
  );
  const target = { ...place, check_run_id: data.id };
  const more = { ...output, annotations: [{ ...annotation, start_line: 51, end_line: 51 }] };
  const { data: updated } = await client.rest.checks.update({
    ...target,
    conclusion: 'failure',
    output: more,
  });
  assert.equal(updated.output.annotations_count, 51);
  const listed = await client.paginate(client.rest.checks.listAnnotations, target);
  assert.equal(listed.length, 51);
  assert.equal(listed.at(-1)?.start_line, 51);
  github.assertClean();
});
