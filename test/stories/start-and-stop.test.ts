import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { scratch } from '../bed/scratch.ts';
import { runProofline } from './command-line.ts';
import { bodiesOf, concluded, until } from './reviewed.ts';
import { hosted, opened } from './small-change.ts';
import { startApp } from './running-app.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;

before(async () => {
  stage = await openStage();
});

after(async () => {
  stage.github.assertClean();
  await stage.stop();
});

test('Without its credentials the App does not start, and says all that is missing at once', async () => {
  const { code, stdout, stderr } = await runProofline(['serve'], {});
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /^proofline: environment/u);
  for (const name of ['APP_ID', 'PRIVATE_KEY', 'WEBHOOK_SECRET']) assert.ok(stderr.includes(name), stderr);
  assert.doesNotMatch(stderr, /\\n {4}at /u, 'a person’s mistake needs no stack');
});

test('A webhook secret that everybody knows is refused, and no secret is quoted', async () => {
  const { code, stderr } = await runProofline(['serve'], {
    ...stage.variables,
    WEBHOOK_SECRET: 'development',
    PRIVATE_KEY: 'canary-of-a-key',
  });
  assert.equal(code, 2);
  assert.match(stderr, /WEBHOOK_SECRET must not be the word that everybody knows/u);
  assert.match(stderr, /PRIVATE_KEY is no private key/u);
  assert.doesNotMatch(stderr, /canary/u);
});

test('A port that is taken ends the App, and no folder of it stays', async (t) => {
  const temporary = await scratch(t);
  const PORT = new URL(stage.app.webhookUrl).port;
  const { code, stderr } = await runProofline(['serve'], {
    ...stage.variables,
    TMPDIR: temporary,
    HOST: '127.0.0.1',
    PORT,
  });
  assert.equal(code, 2);
  assert.match(stderr, /PORT \d+ cannot be listened on \(EADDRINUSE\)/u);
  assert.doesNotMatch(stderr, /fault of Proofline/u);
  assert.deepEqual(await readdir(temporary), []);
});

test('A server that is told to end takes no new event, and concludes the review that runs', async () => {
  const repository = await hosted(stage, 'ending');
  const path = /^\/repos\/octo-org\/ending\/issues\/1\/comments$/u;
  stage.github.failNext({ method: 'GET', path }, { delay: 1500 });
  const pull = await opened(repository);
  await until(() => pull.checkRuns().length > 0);
  const ended = stage.app.stop();
  await until(() => stage.app.log().includes('stopping'));
  const late = await opened(await hosted(stage, 'late'));
  assert.equal(await ended, 0);
  assert.equal((await concluded(pull)).length, 1);
  assert.equal(bodiesOf(pull).length, 1);
  assert.deepEqual(late.checkRuns(), []);
});

const configMap =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: more, namespace: reporting }\ndata: {}\n';

test('An API server that is gone during the life of the App is never a green check', async (t) => {
  const app = await startApp(stage.variables);
  t.after(app.stop);
  stage.github.deliverTo(app.webhookUrl);
  const repository = await hosted(stage, 'seen');
  const pull = await opened(repository);
  const seen = (await concluded(pull)).at(-1);
  assert.equal(seen?.conclusion, 'success', seen?.title ?? '');
  // Whatever asks from here on finds no server.
  await proveNothingWritten(stage.bed);
  await stage.bed.stop();
  await repository.push({ branch: 'change', files: { 'platform/reporting/more.yaml': configMap } });
  const check = (await concluded(pull)).at(-1);
  assert.equal(check?.conclusion, 'action_required', check?.title ?? '');
  const [comment = ''] = bodiesOf(pull);
  assert.match(comment, /production/u);
  assert.doesNotMatch(comment, /No approval needed/u);
});
