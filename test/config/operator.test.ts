import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from '../../src/config/config-error.ts';
import { grantOf, maySee, trustsBranch } from '../../src/config/grant.ts';
import { defaultOperatorConfig, parseOperatorConfig } from '../../src/config/operator.ts';

const whole = `
clusters:
  - name: production
    reach: {kubeconfig: /etc/proofline/kubeconfig, context: eu}
  - name: here
    reach: {inCluster: true}
    allowUnguarded: true
    concurrency: 4
repositories:
  - match: acme/*
    clusters: [here]
    namespaces: [team-*]
  - match: Acme/shop
    clusters: [production]
    namespaces: [shop]
limits: {unitSeconds: 30}
fingerprintKeyFile: /etc/proofline/key
`;

function messagesOf(content: string): readonly string[] {
  try {
    parseOperatorConfig({ file: 'operator.yaml', content });
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.file, 'operator.yaml');
    return error.message.split('\n');
  }
  assert.fail('accepted');
}

test('Without an operator file there are no clusters and the usual limits', () => {
  assert.deepEqual(defaultOperatorConfig, {
    clusters: [],
    installations: [],
    remotes: [],
    repositories: [],
    limits: { unitSeconds: 120, reviewSeconds: 900 },
  });
  assert.deepEqual(parseOperatorConfig({ file: 'f', content: '# nothing yet\n' }), defaultOperatorConfig);
});

test('An operator file fills in what it leaves out', () => {
  const config = parseOperatorConfig({ file: 'operator.yaml', content: whole });
  assert.deepEqual(config.clusters, [
    {
      name: 'production',
      reach: { kubeconfig: '/etc/proofline/kubeconfig', context: 'eu' },
      allowUnguarded: false,
      concurrency: 24,
      knownAs: [],
      production: false,
    },
    {
      name: 'here',
      reach: { inCluster: true },
      allowUnguarded: true,
      concurrency: 4,
      knownAs: [],
      production: false,
    },
  ]);
  assert.deepEqual(config.limits, { unitSeconds: 30, reviewSeconds: 900 });
});

test('A repository may use the sum of what matches it, and nothing without a match', () => {
  const config = parseOperatorConfig({ file: 'operator.yaml', content: whole });
  const shop = grantOf(config, { owner: 'acme', name: 'Shop' });
  assert.deepEqual(
    shop.clusters.map(({ name }) => name),
    ['production', 'here'],
  );
  assert.equal(maySee(shop, 'team-a'), true);
  assert.equal(maySee(shop, 'shop'), true);
  assert.equal(maySee(shop, 'kube-system'), false);
  assert.equal(maySee(shop, ''), false);
  const stranger = grantOf(config, { owner: 'acme-evil', name: 'shop' });
  assert.deepEqual(stranger, {
    clusters: [],
    installations: [],
    remotes: [],
    namespaces: [],
    branches: [],
  });
  assert.equal(trustsBranch({ ...stranger, branches: ['release-*'] }, 'release-1.2'), true);
  assert.equal(trustsBranch({ ...stranger, branches: ['release-*'] }, 'my-release-1'), false);
});

test('Every mistake is named with its line and its field, all at once', () => {
  const content = `
clusters:
  - name: Production
    reach: {kubeconfig: /a, inCluster: true}
    concurrency: many
  - name: x
    reach: {inCluster: true}
    alowUnguarded: true
limits: {unitSeconds: 0}
`;
  assert.deepEqual(messagesOf(content), [
    'operator.yaml, line 3: .clusters[0].name must be lower-case letters, digits, dots and dashes',
    'operator.yaml, line 4: .clusters[0].reach must have either kubeconfig (and perhaps context) or inCluster: true',
    'operator.yaml, line 5: .clusters[0].concurrency must be a number, but is text',
    'operator.yaml, line 8: .clusters[1].alowUnguarded is not a field that Proofline knows',
    'operator.yaml, line 9: .limits.unitSeconds must be at least 1',
  ]);
});

test('A cluster that is there twice, and a grant of one that is not there, are mistakes', () => {
  const content = `
clusters:
  - {name: a, reach: {inCluster: true}}
  - {name: a, reach: {inCluster: true}}
repositories:
  - match: acme/shop
    clusters: [a, b]
`;
  assert.deepEqual(messagesOf(content), [
    'operator.yaml, line 4: .clusters[1].name is there twice',
    'operator.yaml, line 7: .repositories[0].clusters[1] names no cluster of this file',
  ]);
});

test('An installation in a cluster that is not there, or that applies to one, is a mistake where it is written', () => {
  const content = `
clusters:
  - {name: a, reach: {inCluster: true}}
installations:
  - {kind: argo-cd, cluster: b, namespace: argocd}
  - kind: argo-cd
    cluster: a
    namespace: argocd
    appliesAs:
      - {cluster: a, namespace: x, serviceAccount: applier}
      - {cluster: c, namespace: x, serviceAccount: applier}
`;
  assert.deepEqual(messagesOf(content), [
    'operator.yaml, line 5: .installations[0].cluster names no cluster of this file',
    'operator.yaml, line 11: .installations[1].appliesAs[1].cluster names no cluster of this file',
  ]);
});

test('Broken YAML is named with its line', () => {
  assert.deepEqual(messagesOf('clusters: []\nclusters: []\n'), [
    'operator.yaml, line 2: the key "clusters" is there twice',
  ]);
  assert.match(messagesOf('a: b\n\tc: d\n')[0] ?? '', /^operator\.yaml, line 2: /);
  assert.deepEqual(messagesOf('---\n{}\n---\n{}\n'), ['operator.yaml, line 4: a second document']);
  assert.deepEqual(messagesOf('- a\n'), ['operator.yaml, line 1: must be a map of fields, but is a list']);
});
