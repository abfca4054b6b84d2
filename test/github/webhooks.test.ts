import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { Probot } from 'probot';
import { appClient, installationClient } from './client.ts';
import type { GitHub } from './github.ts';
import type { HostedRepository } from './hosted-repository.ts';
import { bodyOf } from './http.ts';
import { objectOf, parsed } from './json.ts';
import type { OpenedPullRequest } from './opened-pull-request.ts';
import { startGitHub } from './start-github.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let github: GitHub;
let repository: HostedRepository;
let pull: OpenedPullRequest;
let receiver: Server;
let received: Received[] = [];
let answer = 200;

before(async () => {
  receiver = createServer((request, response) => {
    const hear = async (): Promise<void> => {
      received.push({ headers: request.headers, body: (await bodyOf(request)).toString('utf8') });
      response.writeHead(answer).end('heard');
    };
    void hear();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  assert.ok(typeof address === 'object' && address);
  github = await startGitHub({ webhookUrl: `http://127.0.0.1:${address.port}/api/github/webhooks` });
  repository = await github.createRepository({ name: 'platform', files: { a: '1' } });
  await repository.commit({ branch: 'change', files: { a: '2' } });
  await repository.createBranch('release');
  pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
});

beforeEach(async () => {
  await github.webhooks.settled();
  received = [];
  answer = 200;
});

after(async () => {
  await github.stop();
  receiver.closeAllConnections();
  receiver.close();
});

function names(): string[] {
  return received.map(({ headers, body }) => {
    const action = objectOf(parsed(body))['action'];
    return [headers['x-github-event'], ...(typeof action === 'string' ? [action] : [])].join('.');
  });
}

void test('every event that people cause is signed and is what the published schema says', async () => {
  await repository.push({ branch: 'change', files: { a: '3' } });
  await pull.rename('Change it well');
  await pull.changeBase('release');
  await pull.changeBase('main');
  await pull.setDraft(true);
  await pull.setDraft(false);
  const comment = await pull.comment('/proofline approve');
  await pull.editComment(comment, '/proofline hold');
  await pull.deleteComment(comment);
  await pull.close();
  await pull.reopen();
  const group = await repository.requestMergeGroup(pull.pull);
  await repository.destroyMergeGroup(group, 'dequeued');
  const expected =
    'push pull_request.synchronize check_suite.requested pull_request.edited pull_request.edited';
  const rest =
    'pull_request.edited pull_request.converted_to_draft pull_request.ready_for_review issue_comment.created';
  const last = 'issue_comment.edited issue_comment.deleted pull_request.closed pull_request.reopened';
  assert.deepEqual(
    names(),
    `${expected} ${rest} ${last} merge_group.checks_requested merge_group.destroyed`.split(' '),
  );
  const { id, privateKey, webhookSecret } = github.app;
  const probot = new Probot({ appId: id, privateKey, secret: webhookSecret });
  const stranger = new Probot({ appId: id, privateKey, secret: 'another secret' });
  await Promise.all([probot.ready(), stranger.ready()]);
  for (const { headers, body } of received) {
    const signature = String(headers['x-hub-signature-256']);
    assert.equal(await probot.webhooks.verify(body, signature), true);
    assert.equal(await stranger.webhooks.verify(body, signature), false);
  }
  github.assertClean();
});

void test('what the App does is told to it too, with its bot as the sender', async () => {
  const client = await installationClient(github);
  const place = { owner: 'octo-org', repo: 'platform' };
  await client.rest.issues.createComment({ ...place, issue_number: 1, body: 'Seen.' });
  const { data: run } = await client.rest.checks.create({
    ...place,
    name: 'proofline',
    head_sha: pull.headSha,
  });
  await client.rest.checks.update({ ...place, check_run_id: run.id, conclusion: 'success' });
  await github.webhooks.settled();
  assert.deepEqual(names().sort(), ['check_run.completed', 'check_run.created', 'issue_comment.created']);
  for (const { body } of received) assert.equal(objectOf(objectOf(parsed(body))['sender'])['type'], 'Bot');
  github.assertClean();
});

void test('a person asks for a check again, and presses its button', async () => {
  const run = pull.checkRuns()[0];
  assert.ok(run);
  await repository.rerequest(run);
  await repository.requestAction(run, 'explain');
  await repository.requestSuite(pull.headSha);
  assert.deepEqual(names(), [
    'check_run.rerequested',
    'check_run.requested_action',
    'check_suite.rerequested',
  ]);
  assert.deepEqual([run.status, run.conclusion], ['completed', 'success']);
  github.assertClean();
});

void test('deliveries come out of order and twice when a test wants it', async () => {
  github.webhooks.hold();
  await pull.comment('first');
  await pull.comment('second');
  assert.equal(received.length, 0);
  await github.webhooks.release((held) => held.toReversed());
  const bodies = received.map(({ body }) => objectOf(objectOf(parsed(body))['comment'])['body']);
  assert.deepEqual(bodies, ['second', 'first']);
  const delivery = github.webhooks.deliveries().at(-1);
  assert.ok(delivery);
  await github.webhooks.repeat(delivery);
  assert.equal(received.at(-1)?.headers['x-github-delivery'], delivery.guid);
  github.assertClean();
});

void test('a failed delivery is listed, and the App has it redelivered with the same id', async () => {
  answer = 500;
  await pull.comment('lost');
  answer = 200;
  const client = await appClient(github);
  const { data: failures } = await client.request('GET /app/hook/deliveries', { status: 'failure' });
  assert.deepEqual(
    failures.map((delivery) => [delivery.event, delivery.status_code]),
    [['issue_comment', 500]],
  );
  const [failed] = failures;
  assert.ok(failed);
  await client.request('POST /app/hook/deliveries/{delivery_id}/attempts', {
    delivery_id: Number(failed.id),
  });
  await github.webhooks.settled();
  assert.equal(received.length, 2);
  assert.equal(received[1]?.headers['x-github-delivery'], failed.guid);
  const { data: newest } = await client.request('GET /app/hook/deliveries', { per_page: 1 });
  assert.deepEqual(
    newest.map((delivery) => [delivery.guid, delivery.redelivery]),
    [[failed.guid, true]],
  );
  github.assertClean();
});

void test('the App without a subscription is not told', async () => {
  const installation = github.install('octo-org');
  const { events } = installation;
  installation.events = ['pull_request'];
  await pull.comment('unheard');
  installation.events = events;
  assert.equal(received.length, 0);
});

void test('the installation is chosen, suspended and removed', async () => {
  const other = await github.createRepository({ name: 'other', files: { a: '1' } });
  const installed = github.installed('octo-org');
  await installed.announce();
  await installed.choose([repository.fullName]);
  await installed.choose([repository.fullName, other.fullName]);
  await installed.suspend();
  await installed.unsuspend();
  const expected = 'installation.created installation_repositories.removed installation_repositories.added';
  assert.deepEqual(names(), `${expected} installation.suspend installation.unsuspend`.split(' '));
  github.assertClean();
});

void test('a merge closes the pull request and moves the base branch', async () => {
  const merged = await pull.merge();
  assert.equal(await repository.tip('main'), merged);
  assert.deepEqual(names(), ['pull_request.closed', 'push']);
  const first = objectOf(objectOf(parsed(received[0]?.body ?? ''))['pull_request']);
  assert.equal(first['merged'], true);
  github.assertClean();
});

void test('every webhook of the contract was sent by these tests', async () => {
  await github.installed('octo-org').uninstall();
  const sent = github.webhooks
    .deliveries()
    .map(({ event, action }) => [event, ...(action ? [action] : [])].join('-'));
  const unsent = [...github.eventNames].filter(
    (name) => !sent.some((entry) => entry.replaceAll('_', '-') === name),
  );
  assert.deepEqual(unsent, []);
  assert.notEqual(github.eventNames.size, 0);
  github.assertClean();
});
