/** The expectations of the table are what fluxcd/pkg/sourceignore itself answered; the others follow from its source. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';

import { artifactOf, type Packing } from '../../../src/reconciler/flux/artifact/artifact.ts';
import { treeOf, type Files } from '../../render/tree.ts';

const { rules } = z
  .object({
    rules: z.array(
      z.object({ rules: z.string(), path: z.string(), directory: z.boolean(), ignored: z.boolean() }),
    ),
  })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, 'recorded-ignore-rules.json'), 'utf8')));

async function kept(files: Files, packing: Partial<Packing> = {}): Promise<readonly string[]> {
  const artifact = await artifactOf(treeOf(files), {
    ignore: null,
    sparseCheckout: [],
    submodules: false,
    ...packing,
  });
  return [...artifact.tree.entries.keys()];
}

test('A path is ignored where the library of Flux ignores it', async () => {
  assert.ok(rules.length > 20);
  const found = await Promise.all(
    rules.map(async ({ rules: ignore, path, directory }) => {
      const file = directory ? `${path}/file` : path;
      const packing = { ignore, sparseCheckout: [], submodules: false };
      const artifact = await artifactOf(treeOf({ [file]: '' }), packing);
      const ignored = directory ? !artifact.hasDirectory(path) : !artifact.tree.entries.has(path);
      return { rules: ignore, path, directory, ignored };
    }),
  );
  assert.deepEqual(found, rules);
});

const files = { 'a.yaml': '', 'logo.png': '', '.github/ci.yaml': '', '.gitignore': '', 'x/.sops.yaml': '' };

test('Without rules the usual list counts, and with any rule only that of version control', async () => {
  assert.deepEqual(await kept(files), ['a.yaml']);
  assert.deepEqual(await kept(files, { ignore: '/nothing\n' }), [
    '.github/ci.yaml',
    'a.yaml',
    'logo.png',
    'x/.sops.yaml',
  ]);
});

test('A file of rules counts below its directory, and the rules of the source count more', async () => {
  const tree = { 'x/.sourceignore': '*.md\n', 'x/a.md': '', 'x/y/b.md': '', 'c.md': '', 'x/z.png': '' };
  assert.deepEqual(await kept(tree), ['c.md', 'x/.sourceignore', 'x/z.png']);
  assert.deepEqual(await kept(tree, { ignore: '!a.md' }), ['c.md', 'x/.sourceignore', 'x/a.md', 'x/z.png']);
});

test('Links and submodules are left out, and of a sparse checkout all that does not start as it says', async () => {
  const tree = {
    'a/x.yaml': '',
    'ab/y.yaml': '',
    'b/z.yaml': '',
    'a/link.yaml': { kind: 'symlink', content: 'x.yaml' },
    'a/sub': { kind: 'submodule', content: '' },
  } as const;
  assert.deepEqual(await kept(tree), ['a/x.yaml', 'ab/y.yaml', 'b/z.yaml']);
  assert.deepEqual(await kept(tree, { sparseCheckout: ['./a'], submodules: true }), [
    'a/sub',
    'a/x.yaml',
    'ab/y.yaml',
  ]);
});
