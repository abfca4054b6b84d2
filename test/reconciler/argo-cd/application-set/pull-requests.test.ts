import assert from 'node:assert/strict';
import { test } from 'node:test';

import { at } from '../../../../src/object/json.ts';
import { words } from '../../../../src/object/masked.ts';
import type { OpenPull } from '../../../../src/source/open-pulls.ts';
import { applications, errorOf, gapsOf, type Given, names, template, templatesOfTests } from './bench.ts';

const templates = templatesOfTests();

function pull(number: number, more: Partial<OpenPull> = {}): OpenPull {
  const own = { title: `Change ${number}`, branch: `change-${number}`, targetBranch: 'main', labels: [] };
  return { number, ...own, headSha: `${number}`.repeat(40), author: 'octo-person', ...more };
}

const two = [pull(7, { labels: ['preview'] }), pull(8, { branch: 'Feature/new_words.2' })];

function open(pulls: readonly OpenPull[]): Given {
  return { templates, pulls: async () => Promise.resolve({ kind: 'listed', pulls }) };
}

function asks(more = '', name = 'pr-{{number}}', github = 'owner: Octo-Org, repo: shop'): string {
  return `  generators: [{pullRequest: {github: {${github}}${more}}}]\n${template(name)}`;
}

test('Each open pull request gives what GitHub says of it, with its branches as slugs', async () => {
  const all = await applications(
    `  goTemplate: true\n  generators: [{pullRequest: {github: {owner: octo-org, repo: shop}, values: {x: 'v{{ .number }}'}}}]\n${template(
      'pr-{{ .number }}-{{ .branch_slug }}',
    )}  templatePatch: |\n    metadata:\n      annotations:\n        a: "{{ .head_short_sha }} {{ .head_short_sha_7 }} {{ .author }} {{ .title }} {{ .labels }} {{ .target_branch_slug }} {{ .values.x }}"\n`,
    open(two),
  );
  assert.deepEqual(
    Object.entries(all).map(([name, each]) => [name, at(each, 'metadata', 'annotations', 'a')]),
    [
      ['pr-7-change-7', '77777777 7777777 octo-person Change 7 [preview] main v7'],
      ['pr-8-feature-new-words-2', '88888888 8888888 octo-person Change 8 [] main v8'],
    ],
  );
});

test('Labels and filters let through what they match, and one filter is enough', async () => {
  const given = open(two);
  const labelled = asks('', 'pr-{{number}}', 'owner: octo-org, repo: shop, labels: [preview]');
  assert.deepEqual(await names(labelled, given), ['pr-7']);
  const either = ', filters: [{branchMatch: "^nothing$"}, {branchMatch: "^Feat", targetBranchMatch: main}]';
  assert.deepEqual(await names(asks(either), given), ['pr-8']);
  assert.deepEqual(await names(asks(', filters: [{titleMatch: "8$", branchMatch: "^change"}]'), given), []);
  assert.match(await errorOf(asks(', filters: [{titleMatch: "("}]'), open([])), /does not compile/);
});

test('What the controller was told not to ask is an error of the set', async () => {
  const off = { ...open(two), settings: { 'applicationsetcontroller.enable.scm.providers': 'false' } };
  assert.match(await errorOf(asks(), off), /scm providers are disabled/);
  const only = {
    ...open(two),
    settings: { 'applicationsetcontroller.allowed.scm.providers': 'https://ghe.example' },
  };
  const api = 'api: "https://api.github.com/", owner: octo-org, repo: shop';
  assert.match(await errorOf(asks('', 'pr-{{number}}', api), only), /scm provider not allowed/);
  assert.deepEqual(await names(asks('', 'pr-{{number}}', api), open(two)), ['pr-7', 'pr-8']);
});

test('Of another repository, another GitHub, or without GitHub, it is a gap that names the parameters', async () => {
  const elsewhere = [
    'owner: octo-org, repo: other',
    'api: "https://ghe.example/", owner: octo-org, repo: shop',
  ];
  for (const github of elsewhere) {
    const [gap = ''] = await gapsOf(asks('', 'pr-{{number}}', github), open(two));
    assert.match(
      gap,
      /the pull requests that are open at github .*only those of the repository under review/,
    );
    assert.match(gap, /its templates use number/);
  }
  const [without = ''] = await gapsOf(asks(), { templates });
  assert.match(without, /for a review on GitHub \(its templates use number\)/);
  const down: Given = {
    templates,
    pulls: async () => Promise.resolve({ kind: 'unlisted', why: words`it is down` }),
  };
  assert.match((await gapsOf(asks(), down))[0] ?? '', /octo-org shop: it is down \(its templates/i);
  const odd = open([pull(9, { branch: 'größer' })]);
  assert.match((await gapsOf(asks(), odd))[0] ?? '', /a branch has a name of which the slug is not known/);
});

test('Filters, or what an outer generator gives, times pull requests are a gap where they fit in no memory', async () => {
  const pulls = open(Array.from({ length: 300 }, (_, index) => pull(index, { headSha: 'a'.repeat(40) })));
  const filters = asks(`, filters: [${'{branchMatch: a}, '.repeat(5000)}]`);
  assert.match((await gapsOf(filters, pulls))[0] ?? '', /multiply to too many questions/);
  const elements = Array.from({ length: 1000 }, (_, index) => `{e: "${index}"}`).join(', ');
  const inner = '{pullRequest: {github: {owner: octo-org, repo: shop}}}';
  const matrix = `  generators: [{matrix: {generators: [{list: {elements: [${elements}]}}, ${inner}]}}]\n${template('{{e}}-{{number}}')}`;
  assert.match((await gapsOf(matrix, pulls))[0] ?? '', /multiply to too many questions/);
});

test('A plugin and a provider of repositories are gaps that name what they would give', async () => {
  const plugin = `  generators: [{plugin: {configMapRef: {name: answers}}}]\n${template('{{name}}-{{zone}}')}`;
  assert.match(
    (await gapsOf(plugin))[0] ?? '',
    /what the plugin of ConfigMap answers answers \(its templates use name, zone\)/,
  );
  const provider = `  generators: [{scmProvider: {github: {organization: octo-org}}}]\n${template('{{repository}}')}`;
  assert.match(
    (await gapsOf(provider))[0] ?? '',
    /the repositories that github octo-org lists \(its templates use repository\)/,
  );
});
