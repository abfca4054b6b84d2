import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import { type Materials, materialize } from '../../src/source/materialize.ts';
import type { Tree } from '../../src/source/tree.ts';
import { git } from '../github/git.ts';
import { type Workshop, workshop } from './bench.ts';
import { type Content, commit } from './commit.ts';

interface Written {
  /** All that is below the directory; links with an arrow. */
  readonly files: readonly string[];
  readonly into: string;
  readonly gaps: readonly string[];
}

async function treeAt(context: TestContext, { bench }: Workshop, path: string): Promise<Tree> {
  const { revisions, close } = await localRevisions(bench, { path, base: 'HEAD', head: 'HEAD' });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  return revisions.headTree;
}

async function written(shop: Workshop, tree: Tree, given: Partial<Materials>): Promise<Written> {
  const into = await mkdtemp(join(shop.folder, 'into-'));
  const gaps = await materialize(tree, {
    paths: ['./'],
    unit: 'shop',
    mask: shop.bench.mask,
    into,
    ...given,
  });
  assert.ok(gaps.every(({ kind, unit }) => kind === 'source-unreadable' && unit === 'shop'));
  const files: string[] = [];
  for (const entry of await readdir(into, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const shown = path.slice(into.length + 1);
    if (entry.isSymbolicLink()) files.push(`${shown} -> ${await readlink(path)}`);
    else if (entry.isFile()) files.push(shown);
  }
  return { files: files.toSorted(), into, gaps: gaps.map(({ why }) => why) };
}

async function repository(
  context: TestContext,
  files: Readonly<Record<string, Content>>,
): Promise<{ readonly shop: Workshop; readonly path: string; readonly tree: Tree }> {
  const shop = await workshop(context);
  const path = await shop.checkout('shop');
  await commit(path, files);
  return { shop, path, tree: await treeAt(context, shop, path) };
}

test('Only the needed paths are written, read-only, with the bytes and the mode that Git has', async (context) => {
  const { shop, tree } = await repository(context, {
    '.gitattributes': '* text eol=crlf ident filter=evil\n',
    'app/a.yaml': 'a: $Id$\n',
    'app/run.sh': { program: '#!/bin/sh\n' },
    'apples/b.yaml': 'b\n',
    'base/c.yaml': Buffer.from([0xff, 0x00, 0x0a]),
    '-rf': 'not an option\n',
  });
  const { files, into, gaps } = await written(shop, tree, {
    paths: ['app/', 'base/c.yaml', '-rf', 'absent.yaml'],
  });
  assert.deepEqual(files, ['-rf', 'app/a.yaml', 'app/run.sh', 'base/c.yaml']);
  assert.deepEqual(gaps, []);
  assert.equal(await readFile(join(into, 'app/a.yaml'), 'utf8'), 'a: $Id$\n');
  assert.deepEqual(await readFile(join(into, 'base/c.yaml')), Buffer.from([0xff, 0x00, 0x0a]));
  assert.equal((await stat(join(into, 'app/a.yaml'))).mode & 0o777, 0o444);
  assert.equal((await stat(join(into, 'app/run.sh'))).mode & 0o777, 0o555);
});

test('A link is followed as long as it stays inside, and what it leads to comes with it', async (context) => {
  const { shop, tree } = await repository(context, {
    'app/values.yaml': { link: '../shared/values.yaml' },
    'app/base': { link: '../link-to-base' },
    'link-to-base': { link: 'base' },
    'base/k.yaml': 'k\n',
    'shared/values.yaml': 'v\n',
    'other/x.yaml': 'x\n',
  });
  const { files, into, gaps } = await written(shop, tree, { paths: ['app/'] });
  assert.deepEqual(files, [
    'app/base -> ../link-to-base',
    'app/values.yaml -> ../shared/values.yaml',
    'base/k.yaml',
    'link-to-base -> base',
    'shared/values.yaml',
  ]);
  assert.deepEqual(gaps, []);
  assert.equal(await readFile(join(into, 'app/base/k.yaml'), 'utf8'), 'k\n');
  const through = await written(shop, tree, { paths: ['app/base/k.yaml'] });
  assert.deepEqual(through.files, ['app/base -> ../link-to-base', 'base/k.yaml', 'link-to-base -> base']);
});

test('A link that leaves the tree is refused, even when it comes back', async (context) => {
  const links = {
    absolute: '/etc/hostname',
    above: '../secret',
    back: '../shop/a.yaml',
    'deep/back': '../../shop/a.yaml',
    chained: 'above/x',
    'up/top': '..',
    sneaky: 'up/top/../a.yaml',
    loop: 'loop',
  };
  const { shop, tree } = await repository(context, {
    'a.yaml': 'a\n',
    ...Object.fromEntries(Object.entries(links).map(([path, link]) => [path, { link }])),
  });
  const { files, gaps } = await written(shop, tree, {});
  assert.deepEqual(files, ['a.yaml', 'up/top -> ..']);
  const leads = 'the link leads out of the repository.';
  assert.deepEqual(gaps.toSorted(), [
    `above: ${leads}`,
    `absolute: ${leads}`,
    `back: ${leads}`,
    `chained: ${leads}`,
    `deep/back: ${leads}`,
    'loop: the link leads to itself.',
    `sneaky: ${leads}`,
  ]);
  const through = await written(shop, tree, { paths: ['above/values.yaml'] });
  assert.deepEqual(through.files, []);
  assert.deepEqual(through.gaps, [`above: ${leads}`]);
});

test('A submodule and an LFS pointer are gaps', async (context) => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
  const shop = await workshop(context);
  const inner = await shop.checkout('inner');
  await commit(inner, { 'x.yaml': 'x\n' });
  const path = await shop.checkout('shop');
  await git(path, ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'module']);
  await commit(path, { 'crds.yaml': pointer });
  const { files, gaps } = await written(shop, await treeAt(context, shop, path), {
    paths: ['module/', 'crds.yaml'],
  });
  assert.deepEqual(files, ['crds.yaml']);
  assert.deepEqual(gaps.toSorted(), [
    'crds.yaml: its content is in Git LFS, and only the pointer was read.',
    'module: it is a submodule, which is not fetched.',
  ]);
});

test('Names that could leave the directory, and names that are not UTF-8, never become paths', async (context) => {
  const { shop, path } = await repository(context, { 'a.yaml': 'a\n' });
  const blob = await git(path, ['rev-parse', 'HEAD:a.yaml']);
  const hostile = ['..', '.git', '.GIT', '.', 'git~1', '.g\u200cit', '.git ', 'a.yaml'];
  const record = (name: Buffer | string): Buffer =>
    Buffer.concat([Buffer.from('100644 '), Buffer.from(name), Buffer.of(0), Buffer.from(blob, 'hex')]);
  const names = [
    ...hostile,
    Buffer.from([0x63, 0xff, 0x2e, 0x79]),
    'a.yaml',
    'fine.yaml',
    'back\\slash.yaml',
    '.github',
  ];
  const object = Buffer.concat(names.map(record));
  const inner = await git(path, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], object);
  const outer = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(inner, 'hex')]);
  const tree = await git(path, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], outer);
  const made = await git(path, ['commit-tree', tree, '-m', 'hostile']);
  await git(path, ['update-ref', 'refs/heads/hostile', made]);

  const { revisions, close } = await localRevisions(shop.bench, { path, base: 'hostile', head: 'hostile' });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  const { headTree } = revisions;
  assert.deepEqual(
    [...headTree.entries.keys()],
    ['d/a.yaml', 'd/fine.yaml', 'd/back\\slash.yaml', 'd/.github'],
  );
  assert.equal(headTree.refused.length, 9);
  const { files, gaps } = await written(shop, headTree, { paths: ['d/'] });
  assert.deepEqual(files, ['d/.github', 'd/a.yaml', 'd/back\\slash.yaml', 'd/fine.yaml']);
  assert.equal(gaps.length, 9);
  assert.ok(gaps.includes('d/c\\xff.y: its name is not UTF-8.'));
  assert.ok(gaps.includes('d/..: its name could leave the tree.'));
  assert.ok(gaps.includes('d/a.yaml: its name is there twice.'));
});

test('Files that are too large are gaps, and reading them without limits says which one', async (context) => {
  const { shop, tree } = await repository(context, {
    'big.yaml': 'x'.repeat(5000),
    'a.yaml': 'a\n',
    'b.yaml': 'b\n',
  });
  const large = await written(shop, tree, { limits: { largest: 1000, total: 10_000 } });
  assert.deepEqual(large.files, ['a.yaml', 'b.yaml']);
  assert.deepEqual(large.gaps, [
    "big.yaml: it is larger than 1000 bytes, or the unit's files together than 10000.",
  ]);
  const all = await written(shop, tree, { limits: { largest: 1000, total: 3 } });
  assert.deepEqual(all.files, []);
  assert.equal(all.gaps.length, 3);
});

test('A path that is a file in one entry and a directory in another does not overwrite anything', async (context) => {
  const { shop, path } = await repository(context, { 'a.yaml': 'a\n', 'b.yaml': 'b\n' });
  const [a = '', b = ''] = (await git(path, ['rev-parse', 'HEAD:a.yaml', 'HEAD:b.yaml'])).split('\n');
  const inner = await git(path, ['mktree'], `100644 blob ${b}\tx.yaml\n`);
  const object = Buffer.concat([
    Buffer.from('120000 d\0'),
    Buffer.from(a, 'hex'),
    Buffer.from('40000 d\0'),
    Buffer.from(inner, 'hex'),
  ]);
  const tree = await git(path, ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], object);
  await git(path, ['update-ref', 'refs/heads/twice', await git(path, ['commit-tree', tree, '-m', 'twice'])]);
  const { revisions, close } = await localRevisions(shop.bench, { path, base: 'twice', head: 'twice' });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  const { files, gaps } = await written(shop, revisions.headTree, {});
  assert.deepEqual(files, ['d/x.yaml']);
  assert.deepEqual(gaps, ['d: another path of the repository takes its place.']);
});
