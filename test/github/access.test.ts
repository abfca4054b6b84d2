import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { appClient, installationClient, tokenOf } from './client.ts';
import { secondaryLimit } from './failures.ts';
import type { GitHub } from './github.ts';
import type { HostedRepository } from './hosted-repository.ts';
import { objectOf } from './json.ts';
import { startGitHub } from './start-github.ts';

let github: GitHub;
let platform: HostedRepository;
let clock = new Date('2026-03-01T12:00:00Z');

before(async () => {
  github = await startGitHub({ now: () => clock });
  platform = await github.createRepository({
    name: 'platform',
    files: { a: '1' },
    roles: { maria: 'maintain' },
  });
  await github.createRepository({ name: 'other', files: { b: '1' } });
  await github.createRepository({ name: 'foreign', owner: 'elsewhere', files: { c: '1' }, installed: false });
});

after(async () => {
  await github.stop();
});

interface Got {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

async function get(path: string, token: string, headers: Record<string, string> = {}): Promise<Got> {
  const response = await fetch(`${github.apiUrl}${path}`, {
    headers: { authorization: `token ${token}`, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

async function post(path: string, token: string, body: unknown): Promise<Got> {
  const init = { method: 'POST', headers: { authorization: `token ${token}` }, body: JSON.stringify(body) };
  const response = await fetch(`${github.apiUrl}${path}`, init);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** JWTs are made by the real clock. */
async function tokenNow(...[narrowing]: [Parameters<typeof tokenOf>[1]?]): Promise<string> {
  clock = new Date();
  return tokenOf(github, narrowing);
}

void test('installation tokens are long, dotted, and die after an hour', async () => {
  const token = await tokenNow();
  assert.match(token, /^ghs_7_[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.ok(Math.abs(token.length - 520) < 10, String(token.length));
  assert.equal((await get('/repos/octo-org/platform', token)).status, 200);
  clock = new Date(clock.getTime() + 3_600_000);
  const late = await get('/repos/octo-org/platform', token);
  assert.deepEqual([late.status, objectOf(late.body)['message']], [401, 'Bad credentials']);
});

void test('what a token may not see is not found, and what it may not do is forbidden', async () => {
  const token = await tokenNow({ repositories: ['platform'], permissions: { contents: 'read' } });
  assert.equal((await get('/repos/octo-org/platform/branches/main', token)).status, 200);
  assert.equal((await get('/repos/octo-org/other', token)).status, 404);
  assert.equal((await get('/repos/elsewhere/foreign', token)).status, 404);
  const forbidden = await post('/repos/octo-org/platform/check-runs', token, {
    name: 'x',
    head_sha: await platform.tip(),
  });
  assert.equal(forbidden.status, 403);
  const line = github
    .log()
    .find((entry) => entry.includes('access_tokens 201') && entry.includes('contents:read'));
  assert.match(line ?? '', /repositories=platform permissions=contents:read$/);
  github.assertClean();
});

void test('a token cannot be wider than its installation', async () => {
  clock = new Date();
  await assert.rejects(tokenOf(github, { permissions: { contents: 'write' } }), /not granted/);
  await assert.rejects(tokenOf(github, { repositories: ['foreign'] }), /does not exist or is not accessible/);
});

void test('a JWT of another key, and no credential at all, are refused', async () => {
  clock = new Date();
  const stranger = await startGitHub();
  const client = await appClient(stranger);
  const signed: unknown = await client.auth({ type: 'app' });
  await stranger.stop();
  const jwt = String(objectOf(signed)['token']);
  const refused = await get('/app', jwt);
  assert.deepEqual(
    [refused.status, objectOf(refused.body)['message']],
    [401, 'A JSON web token could not be decoded'],
  );
  assert.equal((await fetch(`${github.apiUrl}/app`)).status, 401);
  const { data } = await (await appClient(github)).request('GET /app');
  assert.equal(data?.slug, 'proofline');
  github.assertClean();
});

void test('lists come in pages, with links', async () => {
  clock = new Date();
  const client = await installationClient(github);
  await platform.commit({ branch: 'change', files: { a: '2' } });
  const pull = await platform.openPullRequest({ title: 'Change', head: 'change' });
  for (let count = 0; count < 7; count += 1) await pull.comment(`comment ${count}`);
  const target = { owner: 'octo-org', repo: 'platform', issue_number: pull.number, per_page: 3 };
  const first = await client.rest.issues.listComments(target);
  assert.equal(first.data.length, 3);
  assert.match(first.headers.link ?? '', /page=2>; rel="next".*page=3>; rel="last"/);
  const all = await client.paginate(client.rest.issues.listComments, target);
  assert.deepEqual(
    all.map((comment) => comment.body),
    [0, 1, 2, 3, 4, 5, 6].map((count) => `comment ${count}`),
  );
  github.assertClean();
});

void test('an ETag is worth something to its own token only', async () => {
  const [one, two] = [await tokenNow(), await tokenNow()];
  const etag = (await get('/repos/octo-org/platform', one)).headers.get('etag') ?? '';
  assert.notEqual(etag, '');
  assert.equal((await get('/repos/octo-org/platform', one, { 'if-none-match': etag })).status, 304);
  assert.equal((await get('/repos/octo-org/platform', two, { 'if-none-match': etag })).status, 200);
});

void test('the API version is recorded, and the newer one has no merge_commit_sha', async () => {
  const token = await tokenNow();
  const path = '/repos/octo-org/platform/pulls/1';
  assert.ok('merge_commit_sha' in objectOf((await get(path, token)).body));
  const newer = await get(path, token, { 'x-github-api-version': '2026-03-10' });
  assert.ok('number' in objectOf(newer.body) && !('merge_commit_sha' in objectOf(newer.body)));
  assert.equal(github.exchanges().at(-1)?.headers['x-github-api-version'], '2026-03-10');
  assert.equal((await get(path, token, { 'x-github-api-version': '1999-01-01' })).status, 400);
});

void test('ordered failures meet the next matching request, once, and unused ones are told', async () => {
  const token = await tokenNow();
  github.failNext({ path: '/repos/octo-org/platform' }, secondaryLimit(429, 60));
  const limited = await get('/repos/octo-org/platform', token);
  assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '60']);
  assert.equal((await get('/repos/octo-org/platform', token)).status, 200);
  const takeBack = github.failNext({ method: 'PUT' }, { cut: true });
  assert.throws(() => github.assertClean(), /PUT path was to fail and was not asked/);
  takeBack();
  github.assertClean();
});

void test('a failure can hide a success, and a connection can be cut', async () => {
  const token = await tokenNow();
  const path = '/repos/octo-org/platform/issues/1/comments';
  const earlier = platform.pullRequest(1).comments().length;
  github.failNext({ method: 'POST', path }, { status: 502, carriedOut: true });
  assert.equal((await post(path, token, { body: 'Said.' })).status, 502);
  assert.equal(platform.pullRequest(1).comments().length, earlier + 1);
  github.failNext({ method: 'POST', path }, { cut: true });
  await assert.rejects(post(path, token, { body: 'Unsaid.' }));
  assert.equal(platform.pullRequest(1).comments().length, earlier + 1);
});

void test('an address and a name that GitHub does not have are violations', async () => {
  const token = await tokenNow();
  await get('/repos/octo-org/platform/pulls/1', token, { accept: 'application/vnd.github.diff' });
  assert.equal((await get('/repos/octo-org/platform/compare/main...change', token)).status, 404);
  await get('/repos/octo-org/platform/pulls?sate=open', token);
  await post('/repos/octo-org/platform/issues/1/comments', token, { text: 'x' });
  const said = github.takeViolations().join('\n');
  assert.match(said, /compare\/main\.\.\.change: is no operation of the contract/);
  assert.match(said, /does not do application\/vnd\.github\.diff/);
  assert.match(said, /unknown query parameter sate/);
  assert.match(said, /unknown property text/);
  assert.match(said, /"body" wasn't supplied/);
  github.assertClean();
});

void test("a person's permission folds the role; a bot has none", async () => {
  clock = new Date();
  const client = await installationClient(github);
  const place = { owner: 'octo-org', repo: 'platform' };
  const { data } = await client.rest.repos.getCollaboratorPermissionLevel({ ...place, username: 'maria' });
  assert.deepEqual([data.permission, data.role_name], ['write', 'maintain']);
  const nobody = await client.rest.repos.getCollaboratorPermissionLevel({ ...place, username: 'someone' });
  assert.equal(nobody.data.permission, 'none');
  await assert.rejects(
    client.rest.repos.getCollaboratorPermissionLevel({ ...place, username: 'proofline[bot]' }),
    /is not a user/,
  );
  github.setTeam('octo-org', 'sre', { maria: 'active' });
  const team = { org: 'octo-org', team_slug: 'sre' };
  assert.equal(
    (await client.rest.teams.getMembershipForUserInOrg({ ...team, username: 'maria' })).data.state,
    'active',
  );
  await assert.rejects(
    client.rest.teams.getMembershipForUserInOrg({ ...team, username: 'someone' }),
    /Not Found/,
  );
  github.assertClean();
});
