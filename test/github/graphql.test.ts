import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { OpenedPullRequest } from './opened-pull-request.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let pull: OpenedPullRequest;
let client: Awaited<ReturnType<typeof installationClient>>;

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

const MINIMIZE = `mutation ($id: ID!) {
  minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized minimizedReason } }
}`;

void test('a comment is minimized by its node id', async () => {
  await pull.comment('old news');
  const place = { owner: 'octo-org', repo: 'platform', issue_number: 1 };
  const { data } = await client.rest.issues.listComments(place);
  const answer: unknown = await client.graphql(MINIMIZE, { id: data[0]?.node_id });
  assert.deepEqual(JSON.parse(JSON.stringify(answer)), {
    minimizeComment: { minimizedComment: { isMinimized: true, minimizedReason: 'outdated' } },
  });
  assert.equal(pull.comments()[0]?.minimized, 'OUTDATED');
  github.assertClean();
});

void test("a document that GitHub's schema does not know is refused, and is a violation", async () => {
  await assert.rejects(client.graphql('{ viewer { nickname } }'), /Cannot query field "nickname"/);
  assert.throws(() => github.assertClean(), /POST \/graphql.*nickname/);
  github.takeViolations();
});

void test('a field that GitHub has and the stand-in has not is said, not answered with null', async () => {
  await assert.rejects(
    client.graphql('{ organization(login: "octo-org") { name } }'),
    /does not do organization/,
  );
  await assert.rejects(client.graphql('{ viewer { bio } }'), /does not know the field bio/);
  assert.match(github.takeViolations().join('\n'), /does not do organization/);
});
