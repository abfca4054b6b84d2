import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../src/config/config-error.ts';
import { defaultRepositoryConfig, parseRepositoryConfig } from '../../src/config/repository.ts';
import type { RepositoryConfig } from '../../src/config/repository.ts';

const rules = ['object-deleted', 'not-seen'];

function parse(content: string): RepositoryConfig {
  return parseRepositoryConfig({ file: '.github/proofline.yml', content }, rules);
}

function messagesOf(content: string): readonly string[] {
  try {
    parse(content);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems.map(({ line, field, words }) => `${line ?? '-'} ${field} ${words}`);
  }
  assert.fail('accepted');
}

test('Without a file units are found by looking and rules keep their severities', () => {
  assert.deepEqual(defaultRepositoryConfig, { discover: true, units: [], ignore: [], rules: {} });
});

test('Units are completed and their paths are written as the tree writes them', () => {
  const config = parse(`
discover: false
units:
  - path: ./apps//web/
    prune: true
  - path: charts/shop
    name: shop-eu
    renderer: helm
    cluster: production
    namespace: shop
    helm: {release: shop, valuesFiles: [../../values/eu.yaml], major: 3}
ignore: [docs/**]
rules:
  object-deleted: warn
`);
  assert.deepEqual(config, {
    discover: false,
    units: [
      { path: 'apps/web', prune: true, recurse: false },
      {
        path: 'charts/shop',
        name: 'shop-eu',
        renderer: 'helm',
        cluster: 'production',
        namespace: 'shop',
        prune: false,
        recurse: false,
        helm: { release: 'shop', valuesFiles: ['../../values/eu.yaml'], major: 3 },
      },
    ],
    ignore: ['docs/**'],
    rules: { 'object-deleted': 'warn' },
  });
});

test('A bare off, which YAML 1.1 takes for false, switches a rule off', () => {
  assert.deepEqual(parse('rules: {not-seen: off}\n').rules, { 'not-seen': 'off' });
  assert.deepEqual(parse('rules: {not-seen: "off"}\n').rules, { 'not-seen': 'off' });
});

test('An unknown rule, an unknown field and a path that leaves the repository are mistakes', () => {
  const content = `units:
  - path: ../secrets
  - path: /etc
  - path: web
    renderer: jsonnet
    prune: maybe
rules:
  object-deletd: warn
  not-seen: fatal
`;
  assert.deepEqual(messagesOf(content), [
    '2 .units[0].path must be a path inside the repository, such as apps/web, or . for its root',
    '3 .units[1].path must be a path inside the repository, such as apps/web, or . for its root',
    '5 .units[2].renderer must be "kustomize" or "helm" or "directory"',
    '6 .units[2].prune must be true or false, but is text',
    '8 .rules.object-deletd is not a field that Proofline knows',
    '9 .rules.not-seen must be block, warn, info, off',
  ]);
});

test('Two units of one path need names', () => {
  assert.deepEqual(messagesOf('units:\n  - path: web\n  - path: ./web\n'), [
    '3 .units[1].path is there twice; give each unit of one path its own name',
  ]);
  assert.equal(parse('units:\n  - {path: web, name: a}\n  - {path: web, name: b}\n').units.length, 2);
});
