import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { openRunner, type Runner } from '../../src/process/run.ts';
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import { limits } from '../../src/render/sandbox.ts';
import { resolve } from '../bed/resolve.ts';
import { declaredIn, failed, gapOf, renderersWith, succeeded } from './rendered.ts';
import type { Files } from './tree.ts';

type Plan = Extract<RenderPlan, { readonly kind: 'directory' }>;

const empty = { tlas: [], extVars: [], libs: [] } as const;
const plan: Plan = { kind: 'directory', path: 'app', recurse: false, dialect: 'argo-cd', jsonnet: empty };

function configMap(name: string, data = '{}'): string {
  return `{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: ${name} }, data: ${data} }`;
}

describe('Jsonnet in a directory of Argo CD', () => {
  let run: Runner;
  before(async () => {
    run = await openRunner({
      programs: { jsonnet: await resolve('jsonnet') },
      limits: { ...limits, seconds: 3, stdoutBytes: 1024 * 1024 },
    });
  });
  after(async () => run.close());

  async function dataOf(files: Files, jsonnet?: Plan['jsonnet']): Promise<unknown> {
    const asked = { plan: jsonnet === undefined ? plan : { ...plan, jsonnet }, files };
    const [only, ...others] = (await succeeded(renderersWith(run), asked)).declared;
    assert.equal(others.length, 0);
    return only?.object['data'];
  }

  async function failure(
    files: Files,
    jsonnet?: Plan['jsonnet'],
  ): Promise<readonly [string, number, string]> {
    const asked = { plan: jsonnet === undefined ? plan : { ...plan, jsonnet }, files };
    const { place, message } = await failed(renderersWith(run), asked);
    return [place?.file ?? '?', place?.line ?? 0, message];
  }

  test('is evaluated file by file, in its turn among the others', async () => {
    const files = {
      'app/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
      'app/b.jsonnet': configMap("'b' + 'b'"),
      'app/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      'app/lib.libsonnet': '{}',
    };
    const rendered = await succeeded(renderersWith(run), { plan, files });
    assert.deepEqual(declaredIn(rendered), [
      'ConfigMap/a @ app/a.yaml:1',
      'ConfigMap/bb @ app/b.jsonnet:1',
      'ConfigMap/c @ app/c.json:1',
    ]);
    assert.deepEqual(rendered.record.parameters, {
      path: 'app',
      recurse: false,
      dialect: 'argo-cd',
      jsonnet: { version: 'v0.22.0', topLevelArguments: [], externalVariables: [], libraries: [] },
    });
  });

  test('gives one object, a list of them, the items of a List, or nothing', async () => {
    const files = {
      'app/a.jsonnet': `[${configMap("'a1'")}, null, ${configMap("'a2'")}]`,
      'app/b.jsonnet': `{ apiVersion: 'v1', kind: 'List', items: [${configMap("'b'")}] }`,
      'app/c.jsonnet': 'null',
      'app/d.jsonnet': '[]',
    };
    assert.deepEqual(declaredIn(await succeeded(renderersWith(run), { plan, files })), [
      'ConfigMap/a1 @ app/a.jsonnet:1',
      'ConfigMap/a2 @ app/a.jsonnet:1',
      'ConfigMap/b @ app/b.jsonnet:1',
    ]);
    for (const value of ['{ a: 1 }', '"text"', '3', `{ a: ${configMap("'a'")} }`, '[[]]']) {
      const [file, line, message] = await failure({ 'app/a.jsonnet': value });
      assert.deepEqual([file, line], ['app/a.jsonnet', 1]);
      assert.match(message, /no Kubernetes object and no list/u);
    }
  });

  test('is passed over where Argo CD has it switched off', async () => {
    const { jsonnet: _, ...off } = plan;
    const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}';
    const files = { 'app/a.jsonnet': configMap("'a'"), 'app/b.json': json };
    const rendered = await succeeded(renderersWith(run), { plan: off, files });
    assert.deepEqual([declaredIn(rendered), rendered.dropped], [['ConfigMap/b @ app/b.json:1'], []]);
  });

  test('gets its variables as text or as code', async () => {
    const values = "{ t: text, c: code + 1, e: std.extVar('e'), x: std.extVar('x').y }";
    const files = { 'app/a.jsonnet': `function(text, code=0) ${configMap("'a'", values)}` };
    const data = await dataOf(files, {
      tlas: [
        { name: 'text', value: "it's = 1\n", code: false },
        { name: 'code', value: '20 * 2', code: true },
      ],
      extVars: [
        { name: 'e', value: '', code: false },
        { name: 'x', value: "{ y: ['z'] }", code: true },
      ],
      libs: [],
    });
    assert.deepEqual(data, { t: "it's = 1\n", c: 41, e: '', x: ['z'] });
  });

  test('imports from beside the file, then from its libraries, of which the last goes first, then from its directory', async () => {
    const which =
      "{ a: import 'a.libsonnet', b: import 'b.libsonnet', c: import 'c.libsonnet', d: importstr 'd.txt' }";
    const files = {
      'app/sub/main.jsonnet': configMap("'a'", which),
      'app/sub/a.libsonnet': '"beside"',
      'app/a.libsonnet': '"app"',
      'app/c.libsonnet': '"app"',
      'one/a.libsonnet': '"one"',
      'one/b.libsonnet': '"one"',
      'two/b.libsonnet': "'two ' + (import '../deep/e.libsonnet')",
      'deep/e.libsonnet': '// import "nothing.libsonnet"\n"deep"',
      'one/d.txt': 'text',
    };
    const [only] = (
      await succeeded(renderersWith(run), {
        plan: { ...plan, recurse: true, jsonnet: { ...empty, libs: ['one', 'two'] } },
        files,
      })
    ).declared;
    assert.deepEqual(only?.object['data'], { a: 'beside', b: 'two deep', c: 'app', d: 'text' });
  });

  test('another value of a variable is another render in the cache', async () => {
    const renderers = renderersWith(run);
    const files = { 'app/a.jsonnet': configMap("'a'", "{ e: std.extVar('e') }") };
    const digests = await Promise.all(
      ['1', '2'].map(async (value) => {
        const jsonnet = { ...empty, extVars: [{ name: 'e', value, code: false }] };
        const rendered = await succeeded(renderers, { plan: { ...plan, jsonnet }, files });
        assert.ok(!JSON.stringify(rendered.record).includes(value === '1' ? '"1"' : '"2"'));
        return rendered.digest;
      }),
    );
    assert.notEqual(digests[0], digests[1]);
  });

  test('an error has the place that it names, in paths of the repository', async () => {
    const [file, line, message] = await failure({
      'app/a.jsonnet': `local lib = import '../lib/l.libsonnet';\n${configMap("'a'", '{ x: lib.f(3) }')}`,
      'lib/l.libsonnet': '{\n  f(n):: error "no " + n,\n}',
    });
    assert.deepEqual([file, line], ['lib/l.libsonnet', 2]);
    assert.match(message, /^RUNTIME ERROR: no 3\n\tlib\/l\.libsonnet:2:/u);
    assert.deepEqual((await failure({ 'app/a.jsonnet': '\n\n{ a: b }' })).slice(0, 2), ['app/a.jsonnet', 3]);
  });

  const hostile: readonly (readonly [string, string, RegExp])[] = [
    ['reads a file of the machine', "import '/etc/passwd'", /couldn't open import "\/etc\/passwd"/u],
    ['reads it as text', "importstr '/etc/hostname'", /couldn't open import/u],
    ['reads what it was started with', "importstr '/proc/self/environ'", /couldn't open import/u],
    ['climbs out of the tree', "importstr '../../../../../../etc/passwd'", /couldn't open import/u],
    ['imports itself', "import 'a.jsonnet'", /max stack frames exceeded|took longer/u],
    ['calls itself without end', 'local f(n) = f(n + 1) + 1; f(0)', /max stack frames exceeded/u],
    [
      'loops',
      'std.foldl(function(a, i) a + i, std.range(1, 1000000000), 0)',
      /took longer than 3 seconds|more memory/u,
    ],
    [
      'writes without end',
      'local d(n) = if n == 0 then "x" else local half = d(n - 1); half + half; d(22)',
      /wrote more than 1048576 bytes/u,
    ],
    [
      'nests without end',
      `std.parseJson(std.repeat('[', 2000) + std.repeat(']', 2000))`,
      /nested deeper|stack/u,
    ],
  ];
  for (const [what, text, message] of hostile) {
    test(`a file that ${what} is a failure`, async () => {
      const [file, , said] = await failure({ 'app/a.jsonnet': text });
      assert.equal(file, 'app/a.jsonnet');
      assert.match(said, message);
    });
  }

  test('a library outside of the repository is not looked into', async () => {
    const jsonnet = { ...empty, libs: ['../../etc'] };
    const asked = { plan: { ...plan, jsonnet }, files: { 'app/a.jsonnet': 'null' } };
    const [kind] = await gapOf(renderersWith(run), asked);
    assert.equal(kind, 'source-unreadable');
  });

  test('what an import needs and is not here makes it a gap', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const files = { 'app/a.jsonnet': "import 'big.libsonnet'", 'app/big.libsonnet': pointer };
    const [kind, why] = await gapOf(renderersWith(run), { plan, files });
    assert.equal(kind, 'source-unreadable');
    assert.match(why, /^app\/big\.libsonnet: its content is in Git LFS.* Without it the render failed: /su);
  });

  test('without the program it is a gap, and a directory without Jsonnet does not need it', async () => {
    const bare = await openRunner({ programs: {} });
    try {
      const files = { 'app/a.jsonnet': 'null' };
      const [kind, why] = await gapOf(renderersWith(bare), { plan, files });
      assert.equal(kind, 'renderer-missing');
      assert.match(why, /no jsonnet on PATH, and PROOFLINE_JSONNET names none/u);
    } finally {
      await bare.close();
    }
  });

  test('another program in its place is a gap that says so', async () => {
    const another = await openRunner({ programs: { jsonnet: '/bin/echo' } });
    try {
      const [kind, why] = await gapOf(renderersWith(another), { plan, files: { 'app/a.jsonnet': 'null' } });
      assert.equal(kind, 'renderer-missing');
      assert.equal(why, 'jsonnet is configured as a program whose answer is no JSON');
    } finally {
      await another.close();
    }
  });

  test('where the machine allows no confinement, what could read outside of the tree is not run', async () => {
    const loose = await openRunner({ programs: { jsonnet: await resolve('jsonnet') }, confinement: 'none' });
    try {
      const renderers = renderersWith(loose);
      for (const name of ["'/etc/passwd'", "'../../x'", '"\\u002fetc/passwd"', "@'/etc/passwd'"]) {
        const files = {
          'app/a.jsonnet': `import 'b.libsonnet'`,
          'app/b.libsonnet': `[importstr /* x */ ${name}]`,
        };
        const [kind, why] = await gapOf(renderers, { plan, files });
        assert.equal(kind, 'source-unreadable');
        assert.match(why, /may read .*, from which this machine cannot keep it$/u);
      }
      const inside = { 'app/a.jsonnet': `import '../b.libsonnet'`, 'b.libsonnet': configMap("'b'") };
      assert.deepEqual(declaredIn(await succeeded(renderers, { plan, files: inside })), [
        'ConfigMap/b @ app/a.jsonnet:1',
      ]);
    } finally {
      await loose.close();
    }
  });
});
