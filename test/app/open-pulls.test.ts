import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openPulls } from '../../src/github/open-pulls.ts';
import type { Repository } from '../../src/github/repository.ts';
import { pullsOfSides } from '../../src/review/pulls-of-sides.ts';
import { installationClient } from '../github/client.ts';
import type { GitHub } from '../github/github.ts';
import { startGitHub } from '../github/start-github.ts';

let github: GitHub;
let repository: Repository;

before(async () => {
  github = await startGitHub();
  const hosted = await github.createRepository({ name: 'pulls', files: { a: '1' } });
  for (const branch of ['one', 'Two/words', 'three']) {
    await hosted.commit({ branch, files: { [branch]: '2' } });
    await hosted.openPullRequest({ title: `Change ${branch}`, head: branch });
  }
  await hosted.pullRequest(3).merge();
  const client = await installationClient(github);
  repository = { owner: 'octo-org', name: 'pulls', appId: github.app.id, installation: 1, client };
});

after(async () => {
  await github.stop();
  github.assertClean();
});

test('Open pull requests are listed, and not those that were merged', async () => {
  const listed = await openPulls(repository);
  assert.ok(listed.kind === 'listed');
  assert.deepEqual(
    listed.pulls
      .map(({ headSha, ...rest }) => ({ ...rest, sha: headSha.length }))
      .toSorted((a, b) => a.number - b.number),
    [
      { number: 1, title: 'Change one', branch: 'one' },
      { number: 2, title: 'Change Two/words', branch: 'Two/words' },
    ].map((each) => ({ ...each, targetBranch: 'main', author: 'octo-person', labels: [], sha: 40 })),
  );
});

test('A repository that is not there has no list, and the answer says so', async () => {
  const answer = await openPulls({ ...repository, name: 'nowhere' });
  assert.deepEqual(answer, { kind: 'unlisted', why: 'GitHub did not list them (status 404)' });
});

test('The merge takes the pull request under review from the list, which is asked for once', async () => {
  let asked = 0;
  const { base, head } = pullsOfSides({
    own: 1,
    list: async () => {
      asked += 1;
      return openPulls(repository);
    },
  });
  const numbers = async (list: typeof base): Promise<readonly number[]> => {
    const answer = await list?.();
    return answer?.kind === 'listed'
      ? answer.pulls.map(({ number }) => number).toSorted((a, b) => a - b)
      : [];
  };
  assert.deepEqual([await numbers(base), await numbers(head)], [[1, 2], [2]]);
  assert.equal(asked, 1);
  assert.deepEqual(pullsOfSides(undefined), { base: undefined, head: undefined });
});
