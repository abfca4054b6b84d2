import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scratch } from '../bed/scratch.ts';
import { appOf } from '../doors/app-of.ts';
import { startGitHub } from '../github/start-github.ts';
import { concluded, until } from '../stories/reviewed.ts';

test('A delivery whose review GitHub could not be told of is reviewed when it is delivered again', async (t) => {
  const folder = await scratch(t);
  const github = await startGitHub();
  t.after(github.stop);
  const app = await appOf({ github, folder, operator: {} });
  t.after(app.stop);
  const repository = await github.createRepository({ name: 'shop', files: { 'notes.txt': '1' } });
  await repository.commit({ branch: 'change', files: { 'notes.txt': '2' } });
  const creation = { method: 'POST', path: '/repos/octo-org/shop/check-runs' };
  github.failNext(creation, { status: 403, body: { message: 'Resource not accessible by integration' } });
  const pull = await repository.openPullRequest({ title: 'Later', head: 'change' });
  await until(() => app.log().includes('GitHub could not be told of a review'));
  assert.deepEqual(pull.checkRuns(), []);

  const [delivery] = github.webhooks
    .deliveries()
    .filter(({ event, action }) => event === 'pull_request' && action === 'opened');
  assert.ok(delivery);
  await github.webhooks.redeliver(delivery);
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'success');

  // Now it is handled, so that once more is once too often.
  await github.webhooks.redeliver(delivery);
  const answers = github.webhooks.deliveries().filter(({ guid }) => guid === delivery.guid);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [202, 202, 200],
  );
  github.assertClean();
});
