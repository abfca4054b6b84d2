import assert from 'node:assert/strict';
import { appendFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { createMirrors } from '../../src/source/mirror.ts';
import { git } from '../github/git.ts';
import { commit } from './commit.ts';
import { branched, hub, merged } from './hub.ts';

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
  assert.equal(await read(), 'a: 2\n');
});

test('A mirror whose packs and indexes were overwritten is built anew in the middle of the review', async (context) => {
  const { repository, review, cache } = await hub(context);
  const { head } = await branched(repository);
  const read = async (): Promise<string> =>
    String((await merged(await review(head)).headTree.read(['a.yaml', 'b.yaml'])).get('a.yaml'));
  assert.equal(await read(), 'a: 2\n');
  const [name = ''] = await readdir(cache);
  const folder = join(cache, name, 'objects', 'pack');
  for (const endings of [['.pack', '.idx'], ['.pack'], ['.idx']]) {
    const files = (await readdir(folder)).filter((file) => endings.some((ending) => file.endsWith(ending)));
    assert.ok(files.length >= 2);
    for (const file of files) {
      await rm(join(folder, file));
      await writeFile(join(folder, file), Buffer.alloc(500, 'garbage'));
    }
    assert.equal(await read(), 'a: 2\n', endings.join());
    assert.deepEqual(await readdir(cache), [name]);
  }
});

test('A copy that lacks an object even when it is new is not made anew again and again', async (context) => {
  const { repository, review, server } = await hub(context);
  const { head } = await branched(repository);
  const { headTree } = merged(await review(head));
  await rm(join(repository, '.git', 'objects'), { recursive: true });
  await assert.rejects(headTree.read(['a.yaml']), { name: 'SourceError' });
  const before = server.requests.length;
  await assert.rejects(headTree.read(['a.yaml']), { name: 'SourceError' });
  assert.ok(server.requests.length - before <= 4, String(server.requests.length - before));
});
