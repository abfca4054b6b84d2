import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { bodiesOf, concluded, until } from './reviewed.ts';
import { hosted, opened, report, reportOf } from './small-change.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;

before(async () => {
  stage = await openStage();
});

after(async () => {
  await proveNothingWritten(stage.bed);
  await stage.stop();
});

test('A pull request that touches no unit gets a check that says so, and no comment', async () => {
  const repository = await hosted(stage, 'unaffected');
  await repository.commit({ branch: 'words', files: { 'README.md': '# Shop\n\nOther words.\n' } });
  const pull = await repository.openPullRequest({ title: 'Words', head: 'words' });
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'success');
  assert.equal(check.title, 'No unit is affected: 3 units, and none depends on the 1 changed file.');
  assert.deepEqual(pull.comments(), []);
});

test('A pull request that does not merge fails, and its check names the files', async () => {
  const repository = await hosted(stage, 'conflict');
  await repository.commit({ branch: 'change', files: reportOf('3.2.0') });
  await repository.commit({ branch: 'main', files: reportOf('3.3.0') });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'failure');
  assert.equal(check.title, 'Could not be reviewed: 1 file conflicts with main.');
  assert.ok(check.summary?.includes(report), check.summary ?? '');
  assert.equal(bodiesOf(pull).length, 1);
});

test('A pull request from a fork waits for a person, and nothing of it is fetched', async () => {
  const repository = await hosted(stage, 'forked');
  const fork = await stage.github.fork(repository, 'mallory');
  await fork.commit({ branch: 'change', files: reportOf('6.6.6') });
  const pull = await repository.openPullRequest({ title: 'Gift', head: 'change', fork, author: 'mallory' });
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'action_required');
  assert.match(
    check.title ?? '',
    /^Waiting for a person: this pull request comes from a fork, .* pushes it to a branch of this repository/u,
  );
  assert.deepEqual(pull.comments(), []);
  assert.deepEqual(
    stage.github.log().filter((line) => line.startsWith('GIT octo-org/forked')),
    [],
  );
});

test('A broken .github/proofline.yml on base fails the check with its line, and nobody reads that of head', async () => {
  const broken = { '.github/proofline.yml': 'units:\n  - path: apps/shop\n    prun: true\n' };
  const repository = await hosted(stage, 'misconfigured', broken);
  const repaired = { '.github/proofline.yml': 'discover: false\n' };
  await repository.commit({ branch: 'change', files: { ...repaired, ...reportOf('3.2.0') } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'failure');
  assert.match(check.summary ?? '', /proofline\.yml, line 3: .*prun.* is not a field/u);
});

test('A person runs the check again: a new check concludes, and the comment is still one', async () => {
  const pull = await opened(await hosted(stage, 'again'));
  const [first] = await concluded(pull);
  assert.ok(first);
  await stage.github.repository('octo-org/again').rerequest(first);
  const runs = await concluded(pull, 2);
  assert.deepEqual(
    runs.map(({ conclusion }) => conclusion),
    ['success', 'success'],
  );
  assert.notEqual(runs[1]?.id, first.id);
  assert.equal(bodiesOf(pull).length, 1);
});

test('A pull request that is given another base is reviewed against that base', async () => {
  const repository = await hosted(stage, 'rebased');
  await repository.createBranch('stable');
  await repository.commit({ branch: 'stable', files: reportOf('3.0.0') });
  await repository.commit({ branch: 'change', from: 'stable', files: reportOf('3.2.0') });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  await concluded(pull);
  assert.match(bodiesOf(pull).join(), /merged onto `main`/u);
  await pull.changeBase('stable');
  await concluded(pull, 2);
  const [comment, ...more] = bodiesOf(pull);
  assert.deepEqual(more, []);
  assert.match(comment ?? '', /merged onto `stable`/u);
});

test('A base branch that anybody could have made is not trusted: nothing is looked at, and an old comment says so', async () => {
  const repository = await hosted(stage, 'untrusted');
  await repository.createBranch('mine');
  const pull = await opened(repository);
  await concluded(pull);
  await pull.changeBase('mine');
  const runs = await concluded(pull, 2);
  const last = runs.at(-1);
  assert.equal(last?.conclusion, 'action_required');
  assert.match(
    last.title ?? '',
    /its base mine is neither the default branch nor one that the operator trusts/u,
  );
  assert.match(bodiesOf(pull).join(), /neither the default branch/u);
});

test('A change of the title alone is not reviewed again', async () => {
  const pull = await opened(await hosted(stage, 'renamed'));
  await concluded(pull);
  await pull.rename('Another title');
  await pull.setDraft(true);
  await pull.setDraft(false);
  const runs = await concluded(pull, 2);
  assert.equal(runs.length, 2, 'one for the opening, one for being ready for review');
});

test('A second push edits the comment, which then speaks of the new head', async () => {
  const repository = await hosted(stage, 'pushed');
  const pull = await opened(repository);
  await concluded(pull);
  const [first] = pull.comments();
  assert.ok(first);
  await repository.push({ branch: 'change', files: reportOf('3.4.0') });
  await concluded(pull);
  const [second, ...more] = pull.comments();
  assert.deepEqual(more, []);
  assert.equal(second?.id, first.id);
  assert.ok(second.body.includes(pull.headSha.slice(0, 10)));
  assert.match(second.body, /report:3\.4\.0/u);
});

test('A push during the review cancels its check, and only the new head is spoken of', async () => {
  const repository = await hosted(stage, 'overtaken');
  // Tokens come late, so that the review still waits for its own when the push is there.
  const tokens = { method: 'POST', path: /^\/app\/installations\/\d+\/access_tokens$/u };
  const takeBack = stage.github.failNext(tokens, { delay: 2000, times: 2 });
  const pull = await opened(repository);
  const overtaken = pull.headSha;
  await until(() => repository.checkRuns(overtaken).length > 0);
  await repository.push({ branch: 'change', files: reportOf('3.5.0') });
  const [check] = await concluded(pull);
  takeBack();
  assert.equal(check?.conclusion, 'success');
  assert.deepEqual(
    repository.checkRuns(overtaken).map(({ conclusion }) => conclusion),
    ['cancelled'],
  );
  const [comment = '', ...more] = bodiesOf(pull);
  assert.deepEqual(more, []);
  assert.ok(comment.includes(pull.headSha.slice(0, 10)));
  assert.doesNotMatch(comment, /3\.2\.0/u);
});

test('The same delivery twice is reviewed once', async () => {
  const pull = await opened(await hosted(stage, 'repeated'));
  const [delivery] = stage.github.webhooks.deliveries().filter(({ event, action, repositoryId }) => {
    return event === 'pull_request' && action === 'opened' && repositoryId === pull.repository.id;
  });
  assert.ok(delivery);
  await stage.github.webhooks.repeat(delivery);
  await concluded(pull);
  await stage.github.webhooks.redeliver(delivery);
  const answers = stage.github.webhooks.deliveries().filter(({ guid }) => guid === delivery.guid);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [202, 200, 200],
  );
  // What was reviewed after it shows that nothing was waiting.
  await pull.close();
  await pull.reopen();
  assert.equal((await concluded(pull, 2)).length, 2);
});

test('A comment that GitHub does not take leaves no check without a conclusion', async () => {
  const repository = await hosted(stage, 'uncommented');
  stage.github.failNext(
    { method: 'POST', path: '/repos/octo-org/uncommented/issues/1/comments' },
    { status: 502, carriedOut: true },
  );
  const pull = await opened(repository);
  const [check] = await concluded(pull);
  assert.equal(check?.conclusion, 'success');
  await until(() => stage.app.log().includes('writing the comment on octo-org/uncommented#1 failed'));
  await repository.rerequest(check);
  await concluded(pull, 2);
  assert.equal(bodiesOf(pull).length, 1, 'a comment that was made in spite of the answer is found again');
});

test('The stand-in met no request that GitHub would refuse', () => {
  stage.github.assertClean();
});
