import assert from 'node:assert/strict';
import { test } from 'node:test';

import { jsonnetImports, type JsonnetImports } from '../../src/reconciler/jsonnet-imports.ts';
import { treeOf, type Files } from '../render/tree.ts';

async function importsOf(files: Files, libraries: readonly string[] = []): Promise<JsonnetImports> {
  return jsonnetImports(treeOf(files), ['app/main.jsonnet'], libraries);
}

test('What is imported is followed, from beside the file and then from the last library on', async () => {
  const files = {
    'app/main.jsonnet':
      "local a = import 'a.libsonnet'; [a, importstr \"../text/b.txt\", importbin @'c.bin', import 'gone']",
    'app/a.libsonnet': "import 'd.libsonnet'",
    'text/b.txt': "import 'never.libsonnet'",
    'text/never.libsonnet': '1',
    'app/c.bin': Buffer.from([0xff, 0x00]),
    'one/d.libsonnet': '1',
    'two/d.libsonnet': "import 'main.jsonnet'",
    'two/main.jsonnet': "import 'd.libsonnet'",
    'app/other.jsonnet': '1',
  };
  assert.deepEqual(await importsOf(files, ['one', 'two']), {
    paths: [
      'app/a.libsonnet',
      'app/c.bin',
      'app/main.jsonnet',
      'text/b.txt',
      'text/never.libsonnet',
      'two/d.libsonnet',
      'two/main.jsonnet',
    ],
    outside: [],
  });
});

test('Comments, text and text blocks import nothing, and do not hide what comes after them', async () => {
  const text = [
    "// import 'x1'",
    "# import 'x2'",
    "/* import 'x3'",
    "   it's */",
    "local a = \"import 'x4' \\\" \", b = 'import \"x5\"', c = @'it''s import \"x6\"';",
    "local d = |||\n    import 'x7' isn't\n  |||;",
    'import /* here */ "y.libsonnet"',
  ].join('\n');
  const names = ['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'y.libsonnet'];
  const files = Object.fromEntries(names.map((name) => [`app/${name}`, '1']));
  assert.deepEqual((await importsOf({ 'app/main.jsonnet': text, ...files })).paths, [
    'app/main.jsonnet',
    'app/y.libsonnet',
  ]);
});

test('What leads out of the tree is told, also by a link, an escape or a file too large to look into', async () => {
  const files: Files = {
    'app/main.jsonnet':
      "[import '/etc/a', import '../../b', import \"\\u002fetc/c\", import 'link', import 'large.libsonnet', import '../d']",
    'app/link': { kind: 'symlink', content: '/etc/passwd' },
    'app/large.libsonnet': ' '.repeat(5_000_000),
    d: '1',
  };
  const { paths, outside } = await importsOf(files);
  assert.deepEqual(outside, ['../b', '/etc/a', String.raw`\u002fetc/c`, 'app/large.libsonnet', 'app/link']);
  assert.deepEqual(paths, ['app/large.libsonnet', 'app/main.jsonnet', 'd']);
});

test('A link is one of the paths, and what it leads to as well', async () => {
  const files: Files = {
    'app/main.jsonnet': "import 'lib/a.libsonnet'",
    'app/lib': { kind: 'symlink', content: '../vendor' },
    'vendor/a.libsonnet': '1',
  };
  assert.deepEqual((await importsOf(files)).paths, ['app/lib', 'app/main.jsonnet', 'vendor/a.libsonnet']);
});

for (const [what, part] of [
  ['comments', '/*'],
  ['texts', '"'],
  ['text blocks', '|||\n'],
  ['imports', 'import '],
  ['escapes', String.raw`"\n`],
] as const) {
  test(`Megabytes of open ${what} take no long time`, async () => {
    const started = performance.now();
    await importsOf({ 'app/main.jsonnet': part.repeat(Math.floor(3_900_000 / part.length)) });
    assert.ok(performance.now() - started < 5000, String(performance.now() - started));
  });
}

for (const [what, text] of [
  ['comment', `/*${'*x'.repeat(1_900_000)}`],
  ['text', `"${String.raw`\n`.repeat(1_900_000)}`],
  ['text block', `|||\n${'  x\n'.repeat(900_000)}`],
] as const) {
  test(`One ${what} of megabytes takes no long time`, async () => {
    const started = performance.now();
    const { paths } = await importsOf({ 'app/main.jsonnet': text });
    assert.deepEqual(paths, ['app/main.jsonnet']);
    assert.ok(performance.now() - started < 5000, String(performance.now() - started));
  });
}
