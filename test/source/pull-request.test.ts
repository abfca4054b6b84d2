import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

import { type Mirrors, createMirrors } from '../../src/source/mirror.ts';
import { type PullRequest, pullRequestRevisions } from '../../src/source/pull-request.ts';
import type { Revisions } from '../../src/source/revisions.ts';
import { SourceError } from '../../src/source/source-error.ts';
import { git } from '../github/git.ts';
import { type Workshop, workshop } from './bench.ts';
import { commit } from './commit.ts';
import { type GitServer, gitServer } from './git-server.ts';

interface Hub extends Workshop {
  readonly server: GitServer;
  readonly repository: string;
  readonly cache: string;
  readonly review: (headSha: string, changed?: Partial<PullRequest>, mirrors?: Mirrors) => Promise<Revisions>;
}

async function hub(context: TestContext, token?: string): Promise<Hub> {
  const shop = await workshop(context);
  const server = await gitServer(context, shop.folder);
  const repository = await shop.checkout('shop');
  const cache = join(shop.folder, 'cache');
  const own = createMirrors(cache);
  const access = token === undefined ? undefined : { url: `${server.url}/`, token };
  return {
    ...shop,
    server,
    repository,
    cache,
    review: (headSha, changed = {}, mirrors = own) =>
      pullRequestRevisions(
        shop.bench,
        { mirrors, access },
        {
          owner: 'acme',
          name: 'shop',
          number: 7,
          baseRef: 'main',
          headSha,
          headRef: 'topic',
          headRepository: 'same',
          cloneUrl: `${server.url}/shop/.git`,
          ...changed,
        },
      ),
  };
}

/** Main with two files, and a branch off it that changes one. */
async function branched(repository: string): Promise<{ readonly base: string; readonly head: string }> {
  const base = await commit(repository, { 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' });
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, { 'a.yaml': 'a: 2\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  return { base, head };
}

function merged(revisions: Revisions): Extract<Revisions, { kind: 'merged' }> {
  assert.equal(revisions.kind, 'merged');
  return revisions;
}

test('The base is the tip of the base branch, however old the base commit of the pull request is', async (context) => {
  const { repository, review } = await hub(context);
  const { base, head } = await branched(repository);
  const tip = await commit(repository, { 'b.yaml': 'b: 2\n' });
  assert.notEqual(tip, base);

  const revisions = merged(await review(head));
  assert.deepEqual(revisions.base, { ref: 'main', commit: tip });
  assert.deepEqual(revisions.head, { ref: 'topic', commit: head });
  assert.deepEqual(revisions.changed, [{ path: 'a.yaml', change: 'changed' }]);
  const contents = await revisions.headTree.read(['a.yaml', 'b.yaml']);
  assert.equal(String(contents.get('a.yaml')), 'a: 2\n');
  assert.equal(String(contents.get('b.yaml')), 'b: 2\n');
  assert.equal(revisions.headTree.commit, undefined);
  assert.equal(revisions.baseTree.commit, tip);
});

test('The merge is the one that git itself makes in a checkout', async (context) => {
  const { repository, review } = await hub(context);
  const lines = Array.from({ length: 30 }, (_, index) => `line ${String(index)}\n`);
  await commit(repository, { 'old/app.yaml': lines.join(''), 'keep.yaml': 'x\n' });
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, {
    'old/app.yaml': lines.join('').replace('line 3\n', 'line three\n'),
  });
  await git(repository, ['switch', '--quiet', 'main']);
  const moved = lines.join('').replace('line 25\n', 'line twenty-five\n');
  await commit(repository, { 'old/app.yaml': undefined, 'new/app.yaml': moved });

  const revisions = merged(await review(head));
  await git(repository, ['merge', '--quiet', '--no-edit', 'topic']);
  assert.equal(revisions.headTree.oid, await git(repository, ['rev-parse', 'HEAD^{tree}']));
  assert.deepEqual(revisions.changed, [{ path: 'new/app.yaml', change: 'changed' }]);
});

test('A head that contains the base is its own merge', async (context) => {
  const { repository, review } = await hub(context);
  const { base, head } = await branched(repository);
  const revisions = merged(await review(head));
  assert.equal(revisions.base.commit, base);
  assert.equal(revisions.headTree.commit, head);
  assert.equal(revisions.headTree.oid, await git(repository, ['rev-parse', `${head}^{tree}`]));
});

test('A conflict names its paths', async (context) => {
  const { repository, review } = await hub(context);
  const { head } = await branched(repository);
  await commit(repository, { 'a.yaml': 'a: 3\n' });
  const revisions = await review(head);
  assert.equal(revisions.kind, 'conflict');
  assert.deepEqual(revisions.kind === 'conflict' && revisions.conflicts, ['a.yaml']);
});

test('A merge driver that an attributes file names is not run and does not decide', async (context) => {
  const { repository, review } = await hub(context);
  await commit(repository, {
    '.gitattributes': '*.yaml merge=evil\n*.yml merge=union\n',
    'a.yml': 'x\n',
    'a.yaml': 'x\n',
  });
  await git(repository, ['config', 'merge.evil.driver', `touch ${join(repository, 'ran')}`]);
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, { 'a.yml': 'topic\n', 'a.yaml': 'topic\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  await commit(repository, { 'a.yml': 'main\n', 'a.yaml': 'main\n' });
  const revisions = await review(head);
  assert.deepEqual(revisions.kind === 'conflict' && revisions.conflicts, ['a.yaml', 'a.yml']);
  assert.ok(!(await readdir(repository)).includes('ran'));
});

test('A head that was pushed over during the review is still the head that was asked for', async (context) => {
  const { repository, review } = await hub(context);
  const { head } = await branched(repository);
  await git(repository, ['switch', '--quiet', 'topic']);
  await git(repository, ['reset', '--quiet', '--hard', 'main']);
  const pushed = await commit(repository, { 'a.yaml': 'a: 9\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  assert.equal(String((await merged(await review(head)).headTree.read(['a.yaml'])).get('a.yaml')), 'a: 2\n');
  assert.equal(
    String((await merged(await review(pushed)).headTree.read(['a.yaml'])).get('a.yaml')),
    'a: 9\n',
  );
});

test('A head that is gone from the server is said, and costs no mirror', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { head } = await branched(repository);
  await review(head);
  const before = await readdir(cache);
  assert.equal(before.length, 1);
  await assert.rejects(review('1'.repeat(40)), (error: unknown) => {
    assert.ok(error instanceof SourceError);
    assert.match(error.message, /^The head commit 1{40} is no longer on the server/u);
    return true;
  });
  assert.deepEqual(await readdir(cache), before);
});

test('An empty repository, a missing base branch and a deleted head repository each have their sentence', async (context) => {
  const { repository, review, server } = await hub(context);
  const sha = '2'.repeat(40);
  const url = `${server.url}/shop/.git`;
  await assert.rejects(review(sha), {
    name: 'SourceError',
    message: `The repository ${url} is empty.`,
  });
  const { head } = await branched(repository);
  await assert.rejects(review(head, { baseRef: 'release' }), {
    name: 'SourceError',
    message: `The base branch release does not exist in ${url}.`,
  });
  await assert.rejects(review(head, { headRepository: 'deleted' }), {
    name: 'SourceError',
    message:
      'The repository that pull request 7 comes from was deleted. Push its commits to a branch here, and open it again.',
  });
  await assert.rejects(review('--upload-pack=x'), {
    name: 'SourceError',
    message: /not the full id of a commit/u,
  });
  await assert.rejects(review(head, { cloneUrl: `${server.url}/none.git` }), {
    name: 'SourceError',
    message: /^Could not ask .*none\.git for its branches: fatal: repository .* not found/u,
  });
});

test('The token goes to the server and nowhere else', async (context) => {
  const token = 'ghs_Canary.0123456789-abcdefghijklmnopqrstuvwxyz';
  const { repository, review, server, commands, cache, bench } = await hub(context, token);
  const { head } = await branched(repository);
  server.require(token);
  await merged(await review(head)).headTree.read(['a.yaml']);
  const encoded = btoa(`x-access-token:${token}`);
  assert.ok(server.requests.length > 3);
  assert.ok(
    server.requests.every(
      ({ authorization }) => authorization === undefined || authorization === `Basic ${encoded}`,
    ),
  );

  server.require('another');
  const error: unknown = await review(head).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof SourceError && error.cause instanceof Error);
  const told = [
    error.message,
    error.stack,
    error.cause.message,
    bench.mask.text(`x ${token} ${encoded} y`),
  ].join('\n');
  const files = await readdir(cache, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  const written = (await Promise.all(texts)).join('\n');
  assert.ok(commands.length > 5 && written.length > 100);
  for (const text of [
    told,
    written,
    JSON.stringify(commands.map(({ args, input }) => [args, String(input)])),
  ]) {
    assert.ok(!text.includes('Canary') && !text.includes(encoded));
  }
});

test('The blobs that a review reads are fetched in one batch, and a second reading fetches nothing', async (context) => {
  const { repository, review, server } = await hub(context);
  const many = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`f/${String(index)}.yaml`, `n: ${String(index)}\n`]),
  );
  await commit(repository, many);
  await git(repository, ['switch', '--quiet', '--create', 'topic']);
  const head = await commit(repository, { 'f/1.yaml': 'changed: 1\n' });
  await git(repository, ['switch', '--quiet', 'main']);
  const { headTree, baseTree } = merged(await review(head));
  const posts = (): number => server.requests.filter(({ asked }) => asked.startsWith('POST')).length;
  const before = posts();
  const contents = await headTree.read(Object.keys(many));
  assert.equal(contents.size, 40);
  assert.equal(posts() - before, 1);
  await headTree.read(Object.keys(many));
  assert.equal(posts() - before, 1);
  await Promise.all([baseTree.read(['f/1.yaml']), headTree.read(['f/2.yaml'])]);
  assert.equal(posts() - before, 2);
});

test('Reviews of one repository at the same moment share one mirror', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { base } = await branched(repository);
  const heads: string[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    await git(repository, ['switch', '--quiet', '--create', name, base]);
    heads.push(await commit(repository, { [`${name}.yaml`]: `${name}\n` }));
  }
  const all = await Promise.all(heads.map((head) => review(head)));
  assert.equal(all.length, 4);
  assert.deepEqual(
    all.map((revisions) => merged(revisions).changed),
    ['one', 'two', 'three', 'four'].map((name) => [{ path: `${name}.yaml`, change: 'added' }]),
  );
  assert.equal((await readdir(cache)).length, 1);
});

test('Two programs that share a cache make one mirror and both get their review', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { head } = await branched(repository);
  const reviews = [createMirrors(cache), createMirrors(cache), createMirrors(cache)].map((mirrors) =>
    review(head, {}, mirrors),
  );
  const trees = (await Promise.all(reviews)).map((revisions) => merged(revisions).headTree.oid);
  assert.deepEqual(new Set(trees), new Set([await git(repository, ['rev-parse', `${head}^{tree}`])]));
  assert.equal((await readdir(cache)).length, 1);
});

test('Many packs become one, and what no branch leads to is kept', async (context) => {
  const { repository, review, cache, server } = await hub(context);
  const { base } = await branched(repository);
  const mirrors = createMirrors(cache, { mostPacks: 3 });
  const counts: number[] = [];
  const reviews: ReturnType<typeof merged>[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    await git(repository, ['switch', '--quiet', '--create', name, base]);
    const revisions = merged(await review(await commit(repository, { [name]: `${name}\n` }), {}, mirrors));
    await revisions.headTree.read([name]);
    reviews.push(revisions);
    const [mirror = ''] = await readdir(cache);
    const packs = await readdir(join(cache, mirror, 'objects', 'pack'));
    counts.push(packs.filter((file) => file.endsWith('.pack')).length);
  }
  assert.ok(counts.length === 4 && Math.max(...counts) <= 4, counts.join(' '));
  const [first] = reviews;
  assert.ok(first !== undefined);
  const before = server.requests.length;
  assert.equal(String((await first.headTree.read(['one'])).get('one')), 'one\n');
  assert.equal(server.requests.length, before);
});

test('A mirror that was left half-written or damaged is built anew', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { head } = await branched(repository);
  const read = async (): Promise<string> =>
    String((await merged(await review(head)).headTree.read(['a.yaml', 'b.yaml'])).get('a.yaml'));
  await review(head);
  const [name = ''] = await readdir(cache);
  const mirror = join(cache, name);
  const packs = async (): Promise<readonly string[]> => {
    const names = await readdir(join(mirror, 'objects', 'pack'));
    return names
      .filter((file) => file.endsWith('.pack'))
      .map((file) => join(mirror, 'objects', 'pack', file));
  };
  const onlyPack = async (): Promise<string> => {
    const [pack, ...others] = await packs();
    assert.ok(pack !== undefined && others.length === 0);
    return pack;
  };
  const damages: readonly (() => Promise<void>)[] = [
    async () => truncate(await onlyPack(), 40),
    async () => rm(join(mirror, 'HEAD')),
    async () => rm(join(mirror, 'view'), { recursive: true }),
    async () => appendFile(join(mirror, 'config'), '[broken\n'),
    async () => rm(join(mirror, 'objects'), { recursive: true }),
  ];
  for (const damage of damages) {
    await damage();
    assert.equal(await read(), 'a: 2\n');
    assert.deepEqual(await readdir(cache), [name]);
  }

  const before = await packs();
  const sizes = await Promise.all(before.map(async (pack) => ({ pack, size: (await stat(pack)).size })));
  const blobs = sizes.toSorted((a, b) => a.size - b.size)[0];
  assert.ok(sizes.length === 2 && blobs !== undefined);
  await truncate(blobs.pack, 40);
  await assert.rejects(read(), { name: 'SourceError', message: /this copy of the repository lacks it/u });
  assert.equal(await read(), 'a: 2\n');
});
