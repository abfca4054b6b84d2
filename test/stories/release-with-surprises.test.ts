import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { readAudit } from '../bed/audit.ts';
import { identityUser } from '../bed/identity.ts';
import type { HostedRepository } from '../github/hosted-repository.ts';
import { faultsOf } from '../report/review-schema.ts';
import { openStage, type Stage } from './stage.ts';
import { storyFolder } from './story.ts';
import { hostStory, openStory, toldByApp, toldByCommandLine } from './told.ts';

let stage: Stage;
let repository: HostedRepository;

before(async () => {
  stage = await openStage();
  repository = await hostStory(stage, 'shop');
});

after(async () => {
  await stage.stop();
});

/** Tells where two texts part, since whole reviews are no message to read. */
async function assertGolden(file: string, text: string): Promise<void> {
  const golden = await readFile(join(storyFolder, 'expected', file), 'utf8');
  assert.ok(golden.trim().length > 100, `${file} holds nothing to compare with`);
  const [actual, expected] = [text.split('\n'), golden.split('\n')];
  const at = expected.findIndex((line, index) => line !== actual[index]);
  if (at >= 0) assert.equal(actual[at], expected[at], `${file}, line ${at + 1}`);
  assert.equal(actual.length, expected.length, `${file} goes on`);
}

test('A release with surprises gets exactly the expected comment, check and annotations from the real API server', async () => {
  const told = await toldByApp(await openStory(repository));
  assert.deepEqual([...told.keys()], ['comment.md', 'check.json', 'annotations.json']);
  for (const [file, text] of told) await assertGolden(file, text);
  stage.github.assertClean();
});

test('The command line says the same of the same revisions, in the JSON form', async () => {
  const { code, review, stderr } = await toldByCommandLine(stage, repository);
  assert.equal(stderr, '');
  assert.deepEqual(faultsOf(JSON.parse(review)), []);
  await assertGolden('review.json', review);
  assert.equal(code, 1);
});

test('The App said nothing of it in its log that would need a person', () => {
  const levels = stage.app
    .log()
    .trim()
    .split('\n')
    .map((line) => /"level":(?<level>\d+)/u.exec(line)?.groups?.['level']);
  assert.notEqual(levels.length, 0);
  assert.deepEqual(new Set(levels), new Set(['30']));
});

test('Nothing was written: the audit log has only dry runs of its identity, and the guard denied its probe', async () => {
  const { dryRuns, deniedProbes } = await proveNothingWritten(stage.bed);
  assert.ok(dryRuns >= 20);
  assert.ok(deniedProbes >= 2);
  const users = (await readAudit(stage.bed)).filter(({ user }) => user.username === identityUser);
  assert.ok(users.every(({ impersonatedUser }) => impersonatedUser === undefined));
});
