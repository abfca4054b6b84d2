import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { git } from '../github/git.ts';
import { concluded, until } from '../stories/reviewed.ts';
import { startProposals, type Proposals } from './proposals.ts';
import { map } from './units.ts';

let proposals: Proposals;

before(async () => {
  proposals = await startProposals();
});

after(async () => {
  await proposals.end();
});

test('A base branch that is gone ends the review with its name', async () => {
  const repository = await proposals.github.createRepository({
    name: 'on-good-baseless',
    files: { 'apps/a/map.yaml': map('a') },
  });
  await repository.createBranch('release-1');
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change', base: 'release-1' });
  await proposals.look(repository, pull);
  await git(repository.repository.directory, ['update-ref', '-d', 'refs/heads/release-1']);
  await repository.rerequest((await concluded(pull))[0] ?? assert.fail());
  const { conclusion, said } = await proposals.look(repository, pull, 2);
  assert.equal(conclusion, 'failure');
  assert.match(said.replaceAll('`', ''), /The base branch release-1 does not exist/);
});

test('A repository without a commit on the base but an empty one has no unit, and its first is reviewed', async () => {
  const repository = await proposals.github.createRepository({ name: 'on-good-empty', files: {} });
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('first') } });
  const { conclusion, said } = await proposals.look(
    repository,
    await repository.openPullRequest({ title: 'First', head: 'change' }),
  );
  assert.equal(conclusion, 'success');
  assert.match(said, /1 created/);
});

test('A head repository that was deleted concludes the check, and says what to do', async () => {
  const repository = await proposals.github.createRepository({
    name: 'on-good-forked',
    files: { 'apps/a/map.yaml': map('a') },
  });
  const fork = await proposals.github.fork(repository, 'mallory');
  await fork.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const pull = await repository.openPullRequest({ title: 'Gift', head: 'change', fork, author: 'mallory' });
  await proposals.look(repository, pull);
  await fork.delete();
  await pull.close();
  await pull.reopen();
  const { conclusion, said } = await proposals.look(repository, pull, 2);
  assert.equal(conclusion, 'failure');
  assert.match(
    said,
    /The repository that pull request 1 comes from was deleted\. Push its commits to a branch here/,
  );
});

test('A forced push during the review leaves the old head cancelled and the new one concluded', async () => {
  const repository = await proposals.github.createRepository({
    name: 'on-good-forced',
    files: { 'apps/a/map.yaml': map('a') },
  });
  await repository.commit({ branch: 'change', files: { 'apps/a/map.yaml': map('b') } });
  const tokens = { method: 'POST', path: /^\/app\/installations\/\d+\/access_tokens$/u };
  const takeBack = proposals.github.failNext(tokens, { delay: 1500, times: 2 });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  const old = pull.headSha;
  await until(() => repository.checkRuns(old).length > 0);
  await repository.push({ branch: 'change', from: 'main', files: { 'apps/a/map.yaml': map('c') } });
  const { conclusion, said } = await proposals.look(repository, pull);
  takeBack();
  assert.equal(conclusion, 'success');
  assert.match(said, /shop\/c/);
  await until(() => repository.checkRuns(old).every(({ status }) => status === 'completed'));
  assert.deepEqual(
    repository.checkRuns(old).map((run) => run.conclusion),
    ['cancelled'],
  );
});
