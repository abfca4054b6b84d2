import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { declaredIn, failed, openRenderers, succeeded } from './rendered.ts';

const plan = { kind: 'directory', path: 'app', recurse: false } as const;

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}

const renderers = await openRenderers();

describe('a directory', () => {
  test('gives the objects of its YAML and JSON files in the order of their names', async () => {
    const files = {
      'app/b.yml': configMap('b'),
      'app/a.yaml': `# first\n${configMap('a1')}---\n${configMap('a2')}`,
      'app/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      'app/values.yaml': 'image: {tag: "1"}\n',
      'app/README.md': '# nothing\n',
      'app/more/d.yaml': configMap('d'),
      'other/e.yaml': configMap('e'),
    };
    const flat = [
      'ConfigMap/a1 @ app/a.yaml:2',
      'ConfigMap/a2 @ app/a.yaml:7',
      'ConfigMap/b @ app/b.yml:1',
      'ConfigMap/c @ app/c.json:1',
    ];
    const rendered = await succeeded(renderers, { plan, files });
    assert.deepEqual(declaredIn(rendered), flat);
    assert.deepEqual(rendered.record, {
      renderer: 'directory',
      version: '0.1.0',
      parameters: { path: 'app', recurse: false },
    });
    const deep = await succeeded(renderers, { plan: { ...plan, recurse: true }, files });
    assert.deepEqual(declaredIn(deep), [...flat, 'ConfigMap/d @ app/more/d.yaml:1']);
    const root = await succeeded(renderers, { plan: { ...plan, path: '.', recurse: true }, files });
    assert.equal(root.declared.length, 6);
  });

  test('a List gives its items', async () => {
    const list =
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n- apiVersion: v1\n  kind: Service\n  metadata: {name: b}\n';
    assert.deepEqual(declaredIn(await succeeded(renderers, { plan, files: { 'app/list.yaml': list } })), [
      'ConfigMap/a @ app/list.yaml:4',
      'Service/b @ app/list.yaml:7',
    ]);
  });

  test('CRLF and a byte order mark change nothing', async () => {
    const plain = await succeeded(renderers, { plan, files: { 'app/a.yaml': configMap('a') } });
    const windows = `\uFEFF${configMap('a').replaceAll('\n', '\r\n')}`;
    const rendered = await succeeded(renderers, { plan, files: { 'app/a.yaml': windows } });
    assert.equal(rendered.digest, plain.digest);
  });

  const bad: readonly (readonly [string, string | Buffer, RegExp, number])[] = [
    ['broken YAML', `${configMap('a')}  labels: [\n`, /flow|unexpected|expected/iu, 6],
    [
      'the same key twice',
      `${configMap('a')}data: {a: "1"}\ndata: {a: "2"}\n`,
      /the key "data" is there twice/u,
      6,
    ],
    [
      'no UTF-8',
      Buffer.from([...Buffer.from(configMap('a')), 0x64, 0x3a, 0x20, 0xff, 0x0a]),
      /not UTF-8/u,
      5,
    ],
    ['an alias bomb', bomb(), /aliases unfold to too much/u, 1],
    ['20,000 brackets', `a: ${'['.repeat(20_000)}`, /nested deeper than/u, 1],
    ['an object without a kind', 'apiVersion: v1\nmetadata: {name: a}\n', /kind is missing/u, 1],
    ['an object without a name', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n', /no metadata\.name/u, 1],
    ['a list of nothing known', '- a\n- b\n', /no Kubernetes object/u, 1],
  ];
  for (const [what, content, message, line] of bad) {
    test(`${what} is a failure with its file and line`, async () => {
      const answer = await failed(renderers, {
        plan,
        files: { 'app/a.yaml': content, 'app/b.yaml': configMap('b') },
      });
      assert.match(answer.message, message);
      assert.equal(answer.place?.file, 'app/a.yaml');
      if (what !== 'an alias bomb') assert.equal(answer.place.line, line);
    });
  }

  test('a manifest of 10 MB is a failure that says so, and takes no time', async () => {
    const large = `${configMap('a')}data:\n  a: ${'x'.repeat(10 * 1024 * 1024)}\n`;
    const answer = await failed(renderers, { plan, files: { 'app/large.yaml': large } });
    assert.match(answer.message, /larger than/u);
    assert.equal(answer.place?.file, 'app/large.yaml');
  });

  test('of an object that is declared twice the last one stays, and a gap names both places', async () => {
    const files = {
      'app/a.yaml': configMap('a'),
      'app/b.yaml': `\n${configMap('b')}---\n${configMap('a')}data: {x: y}\n`,
    };
    const rendered = await succeeded(renderers, { plan, files });
    assert.deepEqual(declaredIn(rendered), ['ConfigMap/b @ app/b.yaml:2', 'ConfigMap/a @ app/b.yaml:7']);
    assert.deepEqual(
      rendered.gaps.map(({ kind, object, why }) => [kind, object?.name, why]),
      [
        [
          'source-unreadable',
          'a',
          'it is declared twice, at app/a.yaml:1 and app/b.yaml:7: the last one stays, and what the first one says was not reviewed',
        ],
      ],
    );
  });

  test('the same object twice in the same words is one object', async () => {
    const files = { 'app/a.yaml': configMap('a'), 'app/b.yaml': configMap('a') };
    const rendered = await succeeded(renderers, { plan, files });
    assert.deepEqual(declaredIn(rendered), ['ConfigMap/a @ app/b.yaml:1']);
    assert.deepEqual(rendered.gaps, []);
  });

  test('two objects with a generated name are two objects', async () => {
    const job = 'apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: run-}\n';
    const rendered = await succeeded(renderers, { plan, files: { 'app/a.yaml': `${job}---\n${job}` } });
    assert.equal(rendered.declared.length, 2);
  });

  test('values encrypted by SOPS are a gap of their object', async () => {
    const secret =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  a: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]\nsops: {mac: m, lastmodified: t}\n';
    const rendered = await succeeded(renderers, {
      plan,
      files: { 'app/s.yaml': secret, 'app/a.yaml': configMap('a') },
    });
    assert.deepEqual(
      rendered.gaps.map(({ kind, object }) => [kind, object?.kind, object?.name]),
      [['sops', 'Secret', 's']],
    );
  });

  test('links inside the tree are followed; links out of it, submodules and LFS pointers are gaps', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const rendered = await succeeded(renderers, {
      plan: { ...plan, recurse: true },
      files: {
        'app/in.yaml': { kind: 'symlink', content: '../shared/a.yaml' },
        'app/out.yaml': { kind: 'symlink', content: '../../etc/passwd.yaml' },
        'app/lfs.yaml': pointer,
        'app/sub': { kind: 'submodule', content: 'x' },
        'shared/a.yaml': configMap('a'),
      },
    });
    assert.deepEqual(declaredIn(rendered), ['ConfigMap/a @ app/in.yaml:1']);
    assert.deepEqual(
      rendered.gaps.map(({ kind, why }) => [kind, why.split(' ')[0]]),
      [
        ['source-unreadable', 'app/out.yaml'],
        ['source-unreadable', 'app/sub'],
        ['source-unreadable', 'app/lfs.yaml'],
      ],
    );
  });

  test('a message that quotes a secret of the same unit is masked', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData:\n  user: canary-7c2e41\n';
    const twice = `${configMap('a')}data:\n  canary-7c2e41: a\n  canary-7c2e41: b\n`;
    const answer = await failed(renderers, { plan, files: { 'app/a.yaml': twice, 'app/s.yaml': secret } });
    assert.match(answer.message, /the key ".*" is there twice/u);
    assert.ok(!answer.message.includes('canary'), answer.message);
  });
});

function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, index) => {
    const item = index === 0 ? '"lol"' : `*a${String(index - 1)}`;
    return `a${String(index)}: &a${String(index)} [${Array.from({ length: 9 }, () => item).join(', ')}]`;
  });
  return `${levels.join('\n')}\n`;
}
