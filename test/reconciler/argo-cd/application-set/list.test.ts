import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { applications, errorOf, names, template, templatesOfTests } from './bench.ts';

test('Each element of a list is an Application, with a finalizer that deletes what it deployed', async () => {
  const made = await applications(`  generators:
    - list:
        elements:
          - {cluster: dev, values: {tier: low}}
          - {cluster: prod, values: {tier: high}}
${template('{{cluster}}-{{ values.tier }}')}`);
  assert.deepEqual(Object.keys(made), ['dev-low', 'prod-high']);
  assert.deepEqual(made['dev-low'], {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name: 'dev-low',
      namespace: 'argocd',
      finalizers: ['resources-finalizer.argocd.argoproj.io'],
    },
    spec: {
      project: 'default',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      source: { repoURL: 'https://github.com/octo-org/shop', path: 'apps', targetRevision: 'HEAD' },
    },
  });
});

test('Without goTemplate an element holds nothing but texts', async () => {
  const list = `  generators: [{list: {elements: [{name: a, port: 8080}]}}]\n${template('{{name}}')}`;
  assert.match(await errorOf(list), /"port" is no text/);
});

test('An unknown parameter stays as it is written', async () => {
  const list = `  generators: [{list: {elements: [{name: a}]}}]\n${template('{{name}}', "      info: [{name: x, value: '{{ nowhere }} {{name}}'}]\n")}`;
  const { a } = await applications(list);
  assert.deepEqual(a?.['spec'], {
    project: 'default',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    source: { repoURL: 'https://github.com/octo-org/shop', path: 'apps', targetRevision: 'HEAD' },
    info: [{ name: 'x', value: '{{ nowhere }} a' }],
  });
});

test('Elements may come as YAML in a text, and a selector chooses among all', async () => {
  const list = `  generators:
    - list:
        elements: [{name: a, env: dev}]
        elementsYaml: |
          - {name: b, env: prod}
          - {name: c, env: dev}
      selector: {matchExpressions: [{key: env, operator: In, values: [prod, https://else.where]}]}
${template('{{name}}')}`;
  assert.deepEqual(await names(list), ['b']);
});

test('An entry without a known generator makes nothing at all', async () => {
  assert.deepEqual(
    await names(`  generators: [{lists: {elements: [{name: a}]}}]\n${template('{{name}}')}`),
    [],
  );
});

describe('With goTemplate', () => {
  const templates = templatesOfTests();

  test('elements hold anything, keys are templates too, and numbers print as Go prints them', async () => {
    const list = `  goTemplate: true
  generators: [{list: {elements: [{name: a, ports: [8080, 12345678], live: true}]}}]
${template('{{ .name }}', "      info: [{name: live, value: '{{ .live }}/{{ index .ports 0 }}/{{ index .ports 1 }}'}]\n").replace('metadata: {', "metadata: {annotations: {'{{ .name }}/x': '{{ .missing }}'}, ")}`;
    const { a } = await applications(list, { templates });
    assert.deepEqual(a?.['metadata'], {
      annotations: { 'a/x': '<no value>' },
      name: 'a',
      namespace: 'argocd',
      finalizers: ['resources-finalizer.argocd.argoproj.io'],
    });
    assert.match(JSON.stringify(a['spec']), /"true\/8080\/1.2345678e\+07"/);
  });

  test('a missing key is an error where the options say so', async () => {
    const list = `  goTemplate: true
  goTemplateOptions: [missingkey=error]
  generators: [{list: {elements: [{name: a}, {nome: b}]}}]
${template('{{ .name }}')}`;
    assert.match(await errorOf(list, { templates }), /map has no entry for key "name"/);
  });

  test('an empty element hands the template on as it is written', async () => {
    const list = `  goTemplate: true\n  generators: [{list: {elements: [{}]}}]\n${template('fixed', "      info: [{name: a, value: '{{ .b }}'}]\n")}`;
    const { fixed } = await applications(list, { templates });
    assert.deepEqual(fixed?.['metadata'], { name: 'fixed', namespace: 'argocd' });
    assert.match(JSON.stringify(fixed['spec']), /\{\{ \.b \}\}/);
  });
});
