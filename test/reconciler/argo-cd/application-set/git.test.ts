import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { applications, errorOf, gapsOf, names, repository, template, templatesOfTests } from './bench.ts';

const files = {
  'apps/a/kustomization.yaml': '',
  'apps/B_c/deep/x.yaml': '',
  'apps/.hidden/x.yaml': '',
  'README.md': '',
  'config/dev/config.json': '{"cluster": {"name": "dev", "nodes": 3, "big": 20000000}, "tags": ["x", true]}',
  'config/prod/config.yaml': 'cluster: {name: prod, nodes: 5}\n',
  'config/many.yaml': '- {cluster: {name: one}}\n- {cluster: {name: two}}\n',
};

function git(more: string, name: string, extra = ''): string {
  return `  generators: [{git: {repoURL: ${repository}.git, revision: HEAD, ${more}}}]\n${template(name, extra)}`;
}

test('Directories that match are Applications; one star stays inside one part, and hidden ones do not count', async () => {
  assert.deepEqual(
    await names(git('directories: [{path: apps/*}]', '{{path.basenameNormalized}}'), { files }),
    ['a', 'b-c'],
  );
  const one = 'directories: [{path: "apps/[A-Z]*"}, {path: apps/?}, {path: "apps/[^a]*"}]';
  assert.deepEqual(await names(git(one, 'x-{{path[0]}}-{{path.basenameNormalized}}'), { files }), [
    'x-apps-a',
    'x-apps-b-c',
  ]);
});

test('An exclusion wins over what includes it, in any order', async () => {
  const set = git(
    'directories: [{path: apps/a, exclude: true}, {path: apps/*}]',
    '{{path.basenameNormalized}}',
  );
  assert.deepEqual(await names(set, { files }), ['b-c']);
});

test('Parameters of the path are called by their prefix, so that two generators do not meet', async () => {
  const set = git(
    "directories: [{path: apps/a}], pathParamPrefix: here, values: {x: '{{here.path}}'}",
    '{{here.path.basename}}-{{here.path[0]}}',
    "      info: [{name: x, value: '{{values.x}}'}]\n",
  );
  const { 'a-apps': made } = await applications(set, { files });
  assert.match(JSON.stringify(made), /"value":"apps\/a"/);
});

test('Each map of each file is an Application; numbers print as Go prints them', async () => {
  const set = git(
    'files: [{path: "config/**/config.*"}]',
    '{{cluster.name}}-{{path.basename}}',
    "      info: [{name: x, value: '{{path.filenameNormalized}} {{cluster.nodes}} {{cluster.big}} {{tags.0}} {{tags.1}}'}]\n",
  );
  const made = await applications(set, { files });
  assert.deepEqual(Object.keys(made).sort(), ['dev-dev', 'prod-prod']);
  assert.match(JSON.stringify(made['dev-dev']), /config\.json 3 2e\+07 x true/);
  assert.deepEqual(await names(git('files: [{path: config/many.yaml}]', '{{cluster.name}}'), { files }), [
    'one',
    'two',
  ]);
});

test('A star of Git takes slashes too, and a directory stands for all below it', async () => {
  const star = git('files: [{path: "config/*.json"}]', '{{cluster.name}}');
  assert.deepEqual(await names(star, { files }), ['dev']);
  assert.deepEqual(await names(git('files: [{path: config/prod}]', '{{cluster.name}}'), { files }), ['prod']);
});

test('With the new globbing a star stays inside one part, and braces are alternatives', async () => {
  const settings = { 'applicationsetcontroller.enable.new.git.file.globbing': 'true' };
  assert.deepEqual(
    await names(git('files: [{path: "config/*.json"}]', '{{cluster.name}}'), { files, settings }),
    [],
  );
  const braces = git('files: [{path: "config/{dev,prod}/**/config.*"}]', '{{cluster.name}}');
  assert.deepEqual(await names(braces, { files, settings }), ['dev', 'prod']);
});

test('A file that does not parse is an error, for the whole set', async () => {
  const broken = { ...files, 'config/prod/config.yaml': 'cluster: [\n' };
  assert.match(
    await errorOf(git('files: [{path: "config/**/config.*"}]', '{{cluster.name}}'), { files: broken }),
    /unable to process file 'config\/prod\/config\.yaml'/,
  );
});

test('Neither directories nor files, or a project that does not exist, is an error', async () => {
  assert.match(await errorOf(git('values: {a: b}', 'x'), { files }), /neither directories nor files/);
  assert.match(
    await errorOf(git('directories: [{path: apps/*}]', 'x'), { files, projects: ['shop'] }),
    /error getting project default/,
  );
});

test('Another repository, another branch, and a checkout without a name are gaps', async () => {
  const other = `  generators: [{git: {repoURL: https://github.com/else/where, directories: [{path: "*"}]}}]\n${template('{{path}}')}`;
  assert.match(
    (await gapsOf(other))[0] ?? '',
    /the paths of another repository, https:\/\/github\.com\/else\/where \(its templates use path\)/,
  );
  const branch = `  generators: [{git: {repoURL: ${repository}, revision: v1, directories: [{path: "*"}]}}]\n${template('{{path}}')}`;
  assert.match((await gapsOf(branch))[0] ?? '', /at v1, which this change does not move/);
  assert.match(
    (await gapsOf(git('directories: [{path: "*"}]', '{{path}}'), { origin: undefined }))[0] ?? '',
    /without a remote/,
  );
});

test('A link to a file is followed inside the repository, and is a gap where it leads out', async () => {
  const link = (target: string) => ({
    ...files,
    'config/link.yaml': { kind: 'symlink' as const, content: target },
  });
  const set = git('files: [{path: config/link.yaml}]', '{{cluster.name}}');
  assert.deepEqual(await names(set, { files: link('prod/config.yaml') }), ['prod']);
  assert.match((await gapsOf(set, { files: link('../../etc/passwd') }))[0] ?? '', /^source-unreadable/);
});

test('Directories below a submodule are a gap where a pattern reaches into it', async () => {
  const submodule = { ...files, 'apps/sub': { kind: 'submodule' as const, content: '' } };
  assert.deepEqual(
    await names(git('directories: [{path: apps/*}]', '{{path.basenameNormalized}}'), { files: submodule }),
    ['a', 'b-c', 'sub'],
  );
  assert.match(
    (await gapsOf(git('directories: [{path: apps/*/*}]', '{{path.basename}}'), { files: submodule }))[0] ??
      '',
    /below the submodule apps\/sub/,
  );
});

describe('With goTemplate', () => {
  const templates = templatesOfTests();

  test('the path is a map with segments, and what a file holds keeps its types', async () => {
    const set = `  goTemplate: true
  goTemplateOptions: [missingkey=error]
  generators: [{git: {repoURL: ${repository}, revision: main, files: [{path: config/dev/config.json}], values: {x: '{{ .cluster.name }}'}}}]
${template('{{ index .path.segments 1 }}-{{ .path.filenameNormalized }}-{{ .cluster.nodes }}-{{ .values.x }}')}`;
    assert.deepEqual(await names(set, { files, templates }), ['dev-config.json-3-dev']);
  });
});
