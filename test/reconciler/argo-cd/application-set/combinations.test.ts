import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { cluster, errorOf, gapsOf, names, repository, template, templatesOfTests } from './bench.ts';

const files = { 'apps/a/x.yaml': '', 'apps/b/x.yaml': '', 'eu/c/x.yaml': '' };
const list = (elements: string): string => `{list: {elements: [${elements}]}}`;

function matrix(first: string, second: string, name: string): string {
  return `  generators: [{matrix: {generators: [${first}, ${second}]}}]\n${template(name)}`;
}

test('A matrix pairs each of the first with each of the second', async () => {
  const set = matrix(list('{a: x}, {a: z}'), list('{b: "1"}, {b: "2"}'), '{{a}}-{{b}}');
  assert.deepEqual(await names(set), ['x-1', 'x-2', 'z-1', 'z-2']);
});

test('The second child knows what the first gave', async () => {
  const git = `{git: {repoURL: ${repository}, revision: HEAD, directories: [{path: '{{folder}}/*'}]}}`;
  assert.deepEqual(
    await names(matrix(list('{folder: apps}, {folder: eu}'), git, '{{folder}}-{{path.basename}}'), { files }),
    ['apps-a', 'apps-b', 'eu-c'],
  );
  const selected = `{clusters: {selector: {matchLabels: {env: '{{env}}'}}}}`;
  const clusters = [cluster('p', { labels: { env: 'prod' } }), cluster('d', { labels: { env: 'dev' } })];
  assert.deepEqual(await names(matrix(list('{env: prod}'), selected, '{{env}}-{{name}}'), { clusters }), [
    'prod-p',
  ]);
});

test('Values of the second child may wait for what it gives itself', async () => {
  const clusters = [cluster('d', { labels: { env: 'dev' } })];
  const second = `{clusters: {selector: {matchLabels: {env: dev}}, values: {x: '{{env}}-{{name}}'}}}`;
  assert.deepEqual(await names(matrix(list('{env: prod}'), second, '{{values.x}}'), { clusters }), [
    'prod-d',
  ]);
});

test('Two values under one name are an error, and so are one or three children', async () => {
  assert.match(
    await errorOf(matrix(list('{a: x}'), list('{a: z}'), '{{a}}')),
    /found duplicate key a with different value/,
  );
  assert.match(
    await errorOf(`  generators: [{matrix: {generators: [${list('{a: x}')}]}}]\n${template('x')}`),
    /less than two/,
  );
  const three = [list('{a: x}'), list('{b: x}'), list('{c: x}')].join(', ');
  assert.match(
    await errorOf(`  generators: [{matrix: {generators: [${three}]}}]\n${template('x')}`),
    /more than two/,
  );
});

test('A matrix may stand in a matrix, and what a selector there leaves out is left out', async () => {
  const inner = `{matrix: {generators: [${list('{b: "1"}, {b: "2"}')}, ${list('{c: p}, {c: q}')}]}, selector: {matchLabels: {b: "2"}}}`;
  assert.deepEqual(await names(matrix(list('{a: x}'), inner, '{{a}}-{{b}}-{{c}}')), ['x-2-p', 'x-2-q']);
});

test('A third combination inside of two is none', async () => {
  const two = `{matrix: {generators: [${list('{c: p}')}, ${list('{d: q}')}]}}`;
  const one = `{matrix: {generators: [${list('{b: p}')}, ${two}]}}`;
  assert.match(await errorOf(matrix(list('{a: x}'), one, '{{a}}')), /inside of two others/);
});

test('A merge overrides the first child where the keys are the same, and drops what the first does not have', async () => {
  const set = `  generators:
    - merge:
        mergeKeys: [cluster]
        generators:
          - ${list('{cluster: a, tier: low, size: s}, {cluster: b, tier: low, size: s}')}
          - ${list('{cluster: b, tier: high}, {cluster: nowhere, tier: high}')}
${template('{{cluster}}-{{tier}}-{{size}}')}`;
  assert.deepEqual(await names(set), ['a-low-s', 'b-high-s']);
});

test('A merge needs keys, two children, and sets that differ in the keys', async () => {
  const merge = (keys: string, children: string): string =>
    `  generators: [{merge: {mergeKeys: [${keys}], generators: [${children}]}}]\n${template('x')}`;
  const twice = `${list('{a: x}, {a: x}')}, ${list('{a: z}')}`;
  assert.match(await errorOf(merge('a', twice)), /not unique by the given mergeKeys.*\{"a":"x"\}/);
  assert.match(await errorOf(merge('', twice)), /no merge keys/);
  assert.match(await errorOf(merge('a', list('{a: x}'))), /less than two/);
});

test('One unknown child makes the whole combination unknown', async () => {
  const scm = '{scmProvider: {github: {organization: acme}}}';
  assert.match(
    (await gapsOf(matrix(list('{a: x}'), scm, '{{a}}-{{repository}}')))[0] ?? '',
    /the repositories that github acme lists \(its templates use a, repository\)/,
  );
});

test('Combinations that explode are a gap, at once', async () => {
  const many = (key: string): string =>
    list(Array.from({ length: 1000 }, (_, index) => `{${key}: "${index}"}`).join(', '));
  const inner = `{matrix: {generators: [${many('b')}, ${many('c')}]}}`;
  const started = performance.now();
  const [gap] = await gapsOf(matrix(many('a'), inner, '{{a}}-{{b}}-{{c}}'));
  assert.match(gap ?? '', /^source-unreadable: .* more than \d+ (?:values|parameter sets)/);
  assert.ok(performance.now() - started < 20_000);
});

describe('With goTemplate', () => {
  const templates = templatesOfTests();

  test('a matrix merges maps to any depth, and the first child wins', async () => {
    const set = `  goTemplate: true\n${matrix(list('{k: {x: "1"}, m: a}'), list('{k: {x: "2", z: "3"}, m: b}'), '{{ .k.x }}-{{ .k.z }}-{{ .m }}')}`;
    assert.deepEqual(await names(set, { templates }), ['1-3-a']);
  });

  test('a merge takes keys at the top alone', async () => {
    const set = `  goTemplate: true
  generators:
    - merge:
        mergeKeys: [id]
        generators:
          - ${list('{id: 1, v: {a: x, b: w}}')}
          - ${list('{id: 1, v: {b: z}}')}
${template('{{ .v.a }}{{ .v.b }}')}`;
    assert.deepEqual(await names(set, { templates }), ['xz']);
  });

  test('maps of texts and other maps under one name stop the controller', async () => {
    const second = `{clusters: {values: {x: a}}}`;
    const set = `  goTemplate: true\n${matrix(list('{values: {z: b}}'), second, '{{ .values.x }}')}`;
    assert.match(await errorOf(set, { templates }), /two generators give the map/);
  });

  test('the second child is filled by Go too, and its values may miss what it gives later', async () => {
    const git = `{git: {repoURL: ${repository}, revision: HEAD, directories: [{path: '{{ .folder | lower }}/*'}], values: {x: '{{ .path.basename }}'}}}`;
    const set = `  goTemplate: true\n  goTemplateOptions: [missingkey=error]\n${matrix(list('{folder: APPS}'), git, '{{ .values.x }}')}`;
    assert.deepEqual(await names(set, { files, templates }), ['a', 'b']);
    assert.match(
      await errorOf(set, { files, templates, version: 'v3.2.6' }),
      /map has no entry for key "path"/,
    );
  });
});
