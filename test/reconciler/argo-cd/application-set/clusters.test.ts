import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  applications,
  cluster,
  errorOf,
  gapsOf,
  generated,
  names,
  template,
  templatesOfTests,
} from './bench.ts';

const three = [
  cluster('eu_1', { labels: { env: 'prod' }, annotations: { team: 'a' }, project: 'shop' }),
  cluster('us', { labels: { env: 'prod' } }),
  cluster('dev', { labels: { env: 'dev' } }),
];

function clusters(more: string, name = '{{nameNormalized}}'): string {
  return `  generators: [{clusters: {${more}}}]\n${template(name, "      info: [{name: a, value: '{{server}} {{project}} {{metadata.labels.env}} {{metadata.annotations.team}} {{values.x}}'}]\n")}`;
}

function infoOf(application: unknown): string {
  return /"value":"([^"]*)"/.exec(JSON.stringify(application))?.[1] ?? '';
}

test('Each cluster that Argo CD knows by a Secret is an Application, and so is its own', async () => {
  const made = await applications(clusters('', '{{nameNormalized}}'), { clusters: three });
  assert.deepEqual(Object.keys(made).sort(), ['dev', 'eu-1', 'in-cluster', 'us']);
  assert.equal(infoOf(made['eu-1']), 'https://eu_1.example shop prod a {{values.x}}');
  assert.equal(
    infoOf(made['in-cluster']),
    'https://kubernetes.default.svc  {{metadata.labels.env}} {{metadata.annotations.team}} {{values.x}}',
  );
});

test('Its own cluster counts once when a Secret names it', async () => {
  const own = cluster('here', { server: 'https://kubernetes.default.svc' });
  assert.deepEqual(await names(clusters(''), { clusters: [own] }), ['here']);
});

test('A selector leaves its own cluster out, which has no labels', async () => {
  assert.deepEqual(await names(clusters('selector: {matchLabels: {env: prod}}'), { clusters: three }), [
    'eu-1',
    'us',
  ]);
  const notIn = 'selector: {matchExpressions: [{key: env, operator: NotIn, values: [prod]}]}';
  assert.deepEqual(await names(clusters(notIn), { clusters: three }), ['dev']);
  assert.deepEqual(
    await names(clusters('selector: {matchLabels: {argocd.argoproj.io/secret-type: cluster}}'), {
      clusters: three,
    }),
    ['dev', 'eu-1', 'us'],
  );
  assert.match(
    await errorOf(clusters("selector: {matchLabels: {env: 'https://x'}}"), { clusters: three }),
    /"https:\/\/x" is no label value/,
  );
});

test('Values may use the parameters of their cluster', async () => {
  const made = await applications(clusters("values: {x: '{{name}}!{{values.w}}', w: z}"), {
    clusters: [cluster('dev')],
  });
  assert.match(infoOf(made['dev']), / dev!\{\{values\.w\}\}$/);
});

test('Without sight of the Secrets it is a gap that names what the templates use', async () => {
  const [gap, ...others] = await gapsOf(clusters(''), { clusters: undefined });
  assert.deepEqual(others, []);
  assert.match(gap ?? '', /^live-value-needed: which clusters Argo CD knows/);
  assert.match(
    gap ?? '',
    /its templates use metadata\.annotations\.team, metadata\.labels\.env, nameNormalized/,
  );
  assert.match(gap ?? '', /; it has made no Application so far, so none is taken for what it makes$/);
});

describe('With goTemplate', () => {
  const templates = templatesOfTests();

  test('a flat list is one Application with all clusters', async () => {
    const set = `  goTemplate: true
  generators: [{clusters: {flatList: true, selector: {matchLabels: {env: prod}}, values: {tier: '{{ .metadata.labels.env }}-1'}}}]
${template('all', "      info: [{name: a, value: '{{ range .clusters }}{{ .name }}={{ .values.tier }} {{ end }}'}]\n")}`;
    const { all } = await applications(set, { clusters: three, templates });
    assert.equal(infoOf(all), 'eu_1=prod-1 us=prod-1 ');
    const { remarks } = await generated(set, { clusters: three, templates });
    assert.deepEqual(
      remarks.map(({ about, severity }) => [about, severity]),
      [['application-set-unordered', 'info']],
    );
  });

  test('labels are a map of texts, which functions for other maps refuse', async () => {
    const set = (text: string): string =>
      `  goTemplate: true\n  generators: [{clusters: {selector: {matchLabels: {env: dev}}}}]\n${template(text)}`;
    assert.deepEqual(await names(set('{{ .metadata.labels.env }}'), { clusters: three, templates }), ['dev']);
    assert.match(
      await errorOf(set('{{ get .metadata.labels "env" }}'), { clusters: three, templates }),
      /map\[string\]string/,
    );
  });

  test('annotations that Argo CD writes for itself are no parameters', async () => {
    const annotations = { 'argocd.argoproj.io/refresh': 'hard', team: 'a' };
    const set = `  goTemplate: true\n  generators: [{clusters: {selector: {matchLabels: {env: dev}}}}]\n${template('{{ .metadata.annotations | len }}-{{ .metadata.annotations.team }}')}`;
    const own = cluster('dev', { labels: { env: 'dev' }, annotations });
    assert.deepEqual(await names(set, { clusters: [own], templates }), ['1-a']);
  });
});
