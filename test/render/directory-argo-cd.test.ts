import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { openRunner, type Runner } from '../../src/process/run.ts';
import type { RenderPlan } from '../../src/reconciler/render-plan.ts';
import type { Renderers } from '../../src/render/render-unit.ts';
import { declaredIn, failed, renderersWith, succeeded, type Rendered } from './rendered.ts';
import type { Files } from './tree.ts';

type Plan = Extract<RenderPlan, { readonly kind: 'directory' }>;

const plan: Plan = { kind: 'directory', path: 'app', recurse: false, dialect: 'argo-cd' };

function configMap(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}

function namesIn(rendered: Rendered): readonly string[] {
  return rendered.declared.map(({ object }) => object.metadata.name);
}

function droppedIn(rendered: Rendered): readonly string[] {
  return rendered.dropped.map(({ place, why }) => `${place.file}:${String(place.line)} ${why}`);
}

describe('a directory of Argo CD', () => {
  let run: Runner;
  let renderers: Renderers;
  before(async () => {
    run = await openRunner({ programs: {} });
    renderers = renderersWith(run);
  });
  after(async () => run.close());

  async function rendered(files: Files, more: Partial<Plan> = {}): Promise<Rendered> {
    return succeeded(renderers, { plan: { ...plan, ...more }, files });
  }

  async function failure(files: Files, more: Partial<Plan> = {}): Promise<string> {
    const answer = await failed(renderers, { plan: { ...plan, ...more }, files });
    const { place } = answer;
    return `${place === undefined ? '?' : `${place.file}:${String(place.line)}`} ${answer.message}`;
  }

  test('gives the objects of its files in the order in which it is walked', async () => {
    const files = {
      'app/b.yml': configMap('b'),
      'app/a.yaml': `# first\n${configMap('a1')}---\n---\n${configMap('a2')}`,
      'app/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
      'app/README.md': '# nothing\n',
      'app/a/d.yaml': configMap('d'),
      'application/e.yaml': configMap('e'),
    };
    const flat = await rendered(files);
    assert.deepEqual(declaredIn(flat), [
      'ConfigMap/a1 @ app/a.yaml:2',
      'ConfigMap/a2 @ app/a.yaml:8',
      'ConfigMap/b @ app/b.yml:1',
      'ConfigMap/c @ app/c.json:1',
    ]);
    assert.deepEqual(flat.dropped, []);
    assert.deepEqual(flat.record, {
      renderer: 'directory',
      version: '0.1.0',
      parameters: { path: 'app', recurse: false, dialect: 'argo-cd' },
    });
    assert.deepEqual(namesIn(await rendered(files, { recurse: true })), ['d', 'a1', 'a2', 'b', 'c']);
    assert.equal((await rendered(files, { recurse: true, path: '.' })).declared.length, 6);
  });

  test('leaves out a file that says so of itself', async () => {
    const files = {
      'app/a.yaml': configMap('a'),
      'app/b.yaml': `# +argocd:skip-file-rendering\n${configMap('b')}`,
    };
    const answer = await rendered(files);
    assert.deepEqual([namesIn(answer), answer.dropped], [['a'], []]);
  });

  test('drops a YAML file without a word whose first document is no object, and that is said', async () => {
    const files = {
      'app/a.yaml': configMap('a'),
      'app/values.yaml': 'image: {tag: "1"}\n',
      'app/typo.yaml': `apiVersion: v1\nkimd: ConfigMap\nmetadata: {name: typo}\n`,
      'app/broken.yaml': `apiVersion: v1\nkind: ConfigMap\nmeta: [\n`,
      'app/after.yaml': 'a: 1\n---\nb: 2\n',
      'app/list.yaml': '- a\n- b\n',
      'app/empty.yaml': '# nothing yet\n',
      'app/flow.yaml': `"apiVersion": v1\n"kind": ConfigMap\n"metadata": {name: x]}\n`,
    };
    const answer = await rendered(files);
    assert.deepEqual(namesIn(answer), ['a']);
    assert.deepEqual(droppedIn(answer), [
      'app/after.yaml:1 no-object',
      'app/broken.yaml:4 unreadable',
      'app/flow.yaml:3 unreadable',
      'app/list.yaml:1 no-object',
      'app/typo.yaml:1 no-object',
      'app/values.yaml:1 no-object',
    ]);
  });

  const errors: readonly (readonly [string, Files, RegExp])[] = [
    ['the three words in one file', { 'app/a.yaml': `${configMap('a')}  labels: [\n` }, /^app\/a\.yaml:6 /u],
    [
      'the three words, even in a comment',
      { 'app/a.yaml': '# kind: x, apiVersion: y, metadata: z\na: 1\n' },
      /^app\/a\.yaml:2 .*no kind$/u,
    ],
    [
      'a bad document after a good one',
      { 'app/a.yaml': `${configMap('a')}---\nvalues: 1\n` },
      /^app\/a\.yaml:6 this is no Kubernetes object: it has no kind$/u,
    ],
    ['no apiVersion', { 'app/a.yaml': 'kind: ConfigMap\n' }, /^app\/a\.yaml:1 .*no apiVersion$/u],
    [
      'no name',
      { 'app/a.yaml': 'apiVersion: v1\nkind: ConfigMap\n' },
      /^app\/a\.yaml:1 .*no metadata\.name$/u,
    ],
    [
      'two values in a JSON file',
      { 'app/a.json': '{"kind": "A"}\n{"kind": "B"}' },
      /^app\/a\.json:1 .*single/u,
    ],
    ['a list in a JSON file', { 'app/a.json': '[{"kind": "A"}]' }, /^app\/a\.json:1 .*no kind/u],
    [
      'a JSON file that is no object',
      { 'app/package.json': '{"name": "x"}' },
      /^app\/package\.json:1 .*no kind/u,
    ],
    ['YAML in a JSON file', { 'app/a.json': configMap('a') }, /^app\/a\.json:1 .*single JSON value/u],
    [
      'what only Proofline cannot read',
      {
        'app/a.yaml': `{"kind": "A", "apiVersion": "v1", "metadata": {"name": "a"}, "n": 9007199254740993}`,
      },
      /^app\/a\.yaml:1 the integer .* more digits/u,
    ],
    [
      'JSON after JSON in a YAML file',
      { 'app/a.yaml': '{"kind": "A", "apiVersion": "v1"}{"kind": "B"}' },
      /^app\/a\.yaml:1 /u,
    ],
    [
      'a link that leads out of the repository',
      { 'app/a.yaml': { kind: 'symlink', content: '../../etc/a.yaml' } },
      /^app\/a\.yaml:1 .*out of the repository$/u,
    ],
    ['a directory that is not there', { 'other/a.yaml': configMap('a') }, /^\? app: .* does not exist$/u],
    ['a file for a directory', { app: configMap('a') }, /^\? app: .* no directory$/u],
  ];
  for (const [what, files, message] of errors) {
    test(`does not render: ${what}`, async () => {
      assert.match(await failure(files), message);
    });
  }

  test('reads nothing of a directory whose files are too large together, Jsonnet not counted', async () => {
    const files = {
      'app/a.yaml': configMap('a'),
      'app/b.yaml': `${configMap('b')}# +argocd:skip-file-rendering\n`,
      'app/c.jsonnet': `# ${'x'.repeat(1000)}\n{}`,
    };
    const bytes = files['app/a.yaml'].length + files['app/b.yaml'].length;
    assert.deepEqual(namesIn(await rendered(files, { mostBytes: bytes })), ['a']);
    assert.match(
      await failure(files, { mostBytes: bytes - 1 }),
      /^\? .*larger together than its Argo CD reads/u,
    );
  });

  test('takes a List apart whatever it is called, and the last of two equal keys', async () => {
    const item = (name: string): string =>
      `- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: ${name}}\n`;
    const files = {
      'app/a.yaml': `apiVersion: v1\nkind: Anything\nitems:\n${item('a')}${item('b')}`,
      'app/b.yaml':
        'apiVersion: v1\nkind: ConfigMapList\nitems: null\n---\napiVersion: v1\nkind: List\nitems: []\n',
      'app/c.yaml': `${configMap('c1')}metadata: {name: c2}\n`,
    };
    assert.deepEqual(declaredIn(await rendered(files)), [
      'ConfigMap/a @ app/a.yaml:4',
      'ConfigMap/b @ app/a.yaml:7',
      'ConfigMap/c2 @ app/c.yaml:1',
    ]);
    const kindless = `apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n`;
    assert.match(await failure({ 'app/a.yaml': kindless }), /^app\/a\.yaml:4 .*no apiVersion and no kind$/u);
  });

  test('follows links to files, and drops those to anything else', async () => {
    const files: Files = {
      'app/in.yaml': { kind: 'symlink', content: '../shared/a.yaml' },
      'app/gone.yaml': { kind: 'symlink', content: '../shared/b.yaml' },
      'app/folder.yaml': { kind: 'symlink', content: '../shared' },
      linked: { kind: 'symlink', content: 'shared' },
      'shared/a.yaml': configMap('a'),
    };
    const answer = await rendered(files, { recurse: true });
    assert.deepEqual(declaredIn(answer), ['ConfigMap/a @ app/in.yaml:1']);
    assert.deepEqual(droppedIn(answer), [
      'app/folder.yaml:1 link-to-no-file',
      'app/gone.yaml:1 link-to-no-file',
    ]);
    const link = await rendered(files, { path: 'linked' });
    assert.deepEqual([namesIn(link), droppedIn(link)], [[], ['linked:1 link-to-no-file']]);
  });

  test('what is not here is a gap: submodules, LFS pointers, UTF-16', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const answer = await rendered(
      {
        'app/a.yaml': configMap('a'),
        'app/lfs.yaml': pointer,
        'app/sub': { kind: 'submodule', content: 'x' },
        'app/utf16.yaml': Buffer.from(`\uFEFF${configMap('b')}`, 'utf16le'),
      },
      { recurse: true },
    );
    assert.deepEqual(namesIn(answer), ['a']);
    assert.deepEqual(
      answer.gaps.map(({ kind, why }) => [kind, why.split(' ')[0]]),
      [
        ['source-unreadable', 'app/sub'],
        ['source-unreadable', 'app/lfs.yaml'],
        ['source-unreadable', 'app/utf16.yaml'],
      ],
    );
    assert.deepEqual(answer.dropped, []);
  });
});
