import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, test } from 'node:test';
import { createNodeMiddleware, Probot } from 'probot';
import { QuietOctokit } from './client.ts';
import type { GitHub } from './github.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let server: Server;

async function portOf(listening: Server): Promise<number> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  assert.ok(typeof address === 'object' && address);
  return address.port;
}

before(async () => {
  github = await startGitHub();
  const { id, privateKey, webhookSecret } = github.app;
  const options = {
    appId: id,
    privateKey,
    secret: webhookSecret,
    baseUrl: github.apiUrl,
    Octokit: QuietOctokit,
  };
  const app = (probot: Probot): void => {
    probot.on('pull_request.opened', async (context) => {
      await context.octokit.rest.issues.createComment(
        context.issue({ body: `Seen ${context.payload.pull_request.head.sha}` }),
      );
    });
  };
  const middleware = await createNodeMiddleware(app, { probot: new Probot(options) });
  server = createServer((request, response) => {
    void middleware(request, response);
  });
  github.deliverTo(`http://127.0.0.1:${await portOf(server)}/api/github/webhooks`);
});

after(async () => {
  await github.stop();
  server.closeAllConnections();
  server.close();
});

void test('a Probot App hears of a pull request and comments on it', async () => {
  const repository = await github.createRepository({ name: 'platform', files: { a: '1' } });
  await repository.commit({ branch: 'change', files: { a: '2' } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  await github.webhooks.settled();
  assert.deepEqual(
    pull.comments().map((comment) => [comment.author.login, comment.body]),
    [['proofline[bot]', `Seen ${pull.headSha}`]],
  );
  assert.ok(github.log().includes('-> pull_request.opened 200'), github.log().join('\n'));
  github.assertClean();
});

void test('an App that answers too late, or is not there, has a failed delivery', async () => {
  const silent = createServer(() => undefined);
  const other = await startGitHub({
    deliveryTimeout: 200,
    webhookUrl: `http://127.0.0.1:${await portOf(silent)}/`,
  });
  const repository = await other.createRepository({ name: 'platform', files: { a: '1' } });
  await repository.commit({ branch: 'change', files: { a: '2' } });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await pull.comment('nobody');
  await other.stop();
  assert.deepEqual(
    other.webhooks.deliveries().map((delivery) => delivery.statusCode),
    [504, 502],
  );
});
