import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';

import type { RemoteReference, RemoteTree } from '../../src/source/remote.ts';
import { gitUrl } from '../../src/source/remote/git-url.ts';
import { git } from '../github/git.ts';
import { workshop } from './bench.ts';
import { commit } from './commit.ts';
import { gitServer } from './git-server.ts';
import { local, reviewsWith, serve, whyNot } from './remote-bed.ts';

interface Stage {
  readonly url: string;
  readonly host: string;
  readonly repository: string;
  readonly asked: () => readonly string[];
  readonly lock: (token: string) => void;
  readonly base: (revision?: string, path?: string) => RemoteReference;
}

async function stage(context: TestContext): Promise<Stage> {
  const shop = await workshop(context);
  const server = await gitServer(context, shop.folder);
  const repository = await shop.checkout('bases');
  const url = `${server.url}/bases/.git`;
  return {
    url,
    host: server.url.slice('http://'.length),
    repository,
    asked: () => server.requests.map(({ asked }) => asked),
    lock: server.require,
    base: (revision, path = 'web') => ({ kind: 'git', url, revision, path }),
  };
}

function allowed(host: string): Parameters<typeof reviewsWith>[1][number] {
  return { host, private: true, plainHttp: true, credential: undefined };
}

function treeIn(answer: RemoteTree): Extract<RemoteTree, { kind: 'tree' }> {
  assert.ok(answer.kind === 'tree', answer.kind === 'gap' ? answer.gap.why : '');
  return answer;
}

test('A base is the whole repository at its commit; only branches and loose tags move', async (context) => {
  const { repository, base, host } = await stage(context);
  const first = await commit(repository, { 'web/kustomization.yaml': 'one', 'lib/a.yaml': 'a' });
  await git(repository, ['tag', '--annotate', '--message', 'One', 'v1.0.0']);
  await git(repository, ['tag', 'stable']);
  const second = await commit(repository, { 'web/kustomization.yaml': 'two' });
  const { review } = await reviewsWith(context, [allowed(host)]);
  const fetchRemote = review();
  const found = async (revision?: string): Promise<unknown> => {
    const { version, moving, tree } = treeIn(await fetchRemote(base(revision), 'shop'));
    assert.deepEqual([...tree.entries.keys()], ['lib/a.yaml', 'web/kustomization.yaml']);
    const content = (await tree.read(['web/kustomization.yaml'])).get('web/kustomization.yaml');
    return [version, moving, String(content)];
  };
  assert.deepEqual(await found(), [second, true, 'two']);
  assert.deepEqual(await found('main'), [second, true, 'two']);
  assert.deepEqual(await found('v1.0.0'), [first, false, 'one']);
  assert.deepEqual(await found('stable'), [first, true, 'one']);
  assert.deepEqual(await found('^1'), [first, true, 'one']);
  assert.deepEqual(await found('refs/tags/v1.0.0'), [first, false, 'one']);
  assert.deepEqual(await found(first), [first, false, 'one']);
});

test('A commit that was fetched once is not fetched again, and a branch that moved is seen', async (context) => {
  const { repository, base, host, asked } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  const { review } = await reviewsWith(context, [allowed(host)]);
  const before = treeIn(await review()(base('main'), 'shop'));
  const after = asked().length;
  assert.deepEqual(treeIn(await review()(base('main'), 'shop')).digest, before.digest);
  const again = asked().slice(after);
  // What the server can do (once by ourselves, once by git), and its branches.
  assert.deepEqual(again, [
    'GET /bases/.git/info/refs',
    'GET /bases/.git/info/refs',
    'POST /bases/.git/git-upload-pack',
  ]);
  const moved = await commit(repository, { 'web/a.yaml': 'two' });
  const { version, digest } = treeIn(await review()(base('main'), 'shop'));
  assert.equal(version, moved);
  assert.notEqual(digest, before.digest);
});

test('What is not there is told: a revision, a path, a repository', async (context) => {
  const { repository, base, host, url } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  await git(repository, ['tag', '1.0.0']);
  const { review } = await reviewsWith(context, [allowed(host)]);
  const fetchRemote = review();
  const why = (remote: RemoteReference): Promise<string> => whyNot(fetchRemote, remote);
  assert.match(await why(base('none')), /it has no branch, tag or whole commit none$/u);
  assert.match(await why(base('--upload-pack=x')), /no branch, tag or whole commit --upload-pack=x$/u);
  assert.match(await why(base('^2')), /there is no version \^2 of it; near it are 1\.0\.0$/u);
  assert.match(await why(base('main', 'we')), /it has no we$/u);
  assert.match(await why(base('f'.repeat(40))), /did not give it: .*not our ref/u);
  const other = { kind: 'git' as const, url: url.replace('bases', 'none'), revision: undefined, path: '.' };
  assert.match(await why(other), /it is not there \(\S+ answers 404\)/u);
  await git(repository, ['branch', '1.0.0']);
  await git(repository, ['switch', '--quiet', '1.0.0']);
  await commit(repository, { 'web/a.yaml': 'two' });
  assert.match(await whyNot(review(), base('1.0.0')), /1\.0\.0 is both a branch and a tag there/u);
});

test('A private repository needs the credentials of the operator, and they are told of nowhere', async (context) => {
  const { repository, base, host, lock } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  lock('hunter22hunter');
  const withToken = (token: string): ReturnType<typeof reviewsWith> =>
    reviewsWith(context, [
      { ...allowed(host), credential: { kind: 'basic', username: 'x-access-token', password: token } },
    ]);
  assert.match(
    await whyNot((await reviewsWith(context, [allowed(host)])).review(), base()),
    /wants credentials \(401\), and none/u,
  );
  assert.match(
    await whyNot((await withToken('wrong-token')).review(), base()),
    /credentials refused by \S+ \(401\)$/u,
  );
  const { review, folder } = await withToken('hunter22hunter');
  treeIn(await review()(base(), 'shop'));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  assert.ok(contents.length > 3);
  assert.ok(contents.every((content) => !content.includes('hunter22')));
});

test('A repository that moved is followed to an allowed host only, and git itself is sent nowhere', async (context) => {
  const { repository, host, url } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  const old = await serve(context, (request, response) => {
    response.writeHead(301, { location: `${url}${(request.url ?? '').slice('/old'.length)}` }).end();
  });
  const remote = { kind: 'git' as const, url: `${old.url}/old`, revision: undefined, path: 'web' };
  const { review } = await reviewsWith(context, [local(old)]);
  assert.match(await whyNot(review(), remote), /^remote-not-allowed: \S+ sends on to it, and the host/u);
  const both = await reviewsWith(context, [local(old), allowed(host)]);
  assert.equal(treeIn(await both.review()(remote, 'shop')).moving, true);
  assert.equal(old.log.length, 2);
});

test('Git connects to the address that was checked, whatever the name leads to', async (context) => {
  const { repository, host } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  const port = host.split(':')[1] ?? '';
  const name = `bases.invalid:${port}`;
  const { review } = await reviewsWith(context, [allowed(name)], (web) => ({
    get: async (request) => web.get({ ...request, url: new URL(request.url.href.replace(name, host)) }),
    addressesOf: async (asked, mayBePrivate) => {
      assert.deepEqual([asked, mayBePrivate], ['bases.invalid', true]);
      return Promise.resolve({ kind: 'addresses', addresses: ['127.0.0.1'] });
    },
  }));
  const remote = { kind: 'git' as const, url: `http://${name}/bases/.git`, revision: 'main', path: 'web' };
  // No resolver knows a name that ends so.
  assert.equal(treeIn(await review()(remote, 'shop')).tree.entries.size, 1);
});

test('A repository that is too large is refused', async (context) => {
  const { repository, base, host } = await stage(context);
  await commit(repository, { 'web/a.yaml': 'one' });
  const { review, folder } = await reviewsWith(context, [allowed(host)]);
  assert.match(await whyNot(review({ repository: 10 }), base()), /the repository is too large$/u);
  assert.deepEqual(await readdir(join(folder, 'git')), []);
  treeIn(await review()(base(), 'shop'));
  assert.equal((await readdir(join(folder, 'git'))).length, 1);
});

test('Addresses for SSH are asked over HTTPS, and nothing else than HTTP is asked', () => {
  const urls = [
    'git@github.com:acme/bases.git',
    'ssh://git@example.com:2222/acme/bases',
    'https://robot:secret@example.com/acme/bases/',
    'git::https://example.com/acme/bases',
    'file:///etc',
    '/etc',
    'ext::sh -c id',
  ];
  assert.deepEqual(
    urls.map((url) => gitUrl(url)?.href),
    [
      'https://github.com/acme/bases.git',
      'https://example.com/acme/bases',
      'https://example.com/acme/bases',
      'https://example.com/acme/bases',
      undefined,
      undefined,
      undefined,
    ],
  );
});
