import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { chart, chartYaml, plan } from './helm-chart.ts';
import { declaredIn, failed, gapOf, openRenderers, succeeded } from './rendered.ts';

const deployment = `{{- /* a comment */}}
{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
  namespace: {{ .Release.Namespace }}
spec:
  replicas: {{ .Values.replicas }}
{{- end }}
`;

for (const major of [3, 4] as const) {
  const renderers = await openRenderers();
  describe(`Helm ${String(major)}`, () => {
    test('templates, CRDs, hooks and dependencies are declared with their template; test hooks are not', async () => {
      const files = chart(
        {
          'deployment.yaml': deployment,
          'two.yaml':
            'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: b}\n',
          'hook.yaml':
            '\napiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, annotations: {helm.sh/hook: pre-install}}\n',
          'tests/ping.yaml':
            'apiVersion: v1\nkind: Pod\nmetadata: {name: "t-{{ randAlphaNum 5 | lower }}", annotations: {helm.sh/hook: test}}\n',
        },
        {
          'charts/shop/values.yaml': 'enabled: false\nreplicas: 1\n',
          'charts/shop/crds/crd.yaml':
            'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.example.com}\n',
          'charts/shop/charts/db/Chart.yaml': 'apiVersion: v2\nname: db\nversion: 1.0.0\n',
          'charts/shop/charts/db/templates/x.yaml':
            '# own\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n',
          'env/prod.yaml': 'enabled: true\nreplicas: 3\n',
        },
      );
      const rendered = await succeeded(renderers, {
        files,
        plan: plan(major, { valuesFiles: ['env/prod.yaml'] }),
      });
      assert.deepEqual([...declaredIn(rendered)].sort(), [
        'ConfigMap/db @ charts/shop/charts/db/templates/x.yaml:2',
        'CustomResourceDefinition/foos.example.com @ charts/shop/crds/crd.yaml:1',
        'Deployment/shop @ charts/shop/templates/deployment.yaml:3',
        'Job/migrate @ charts/shop/templates/hook.yaml:2',
        'Service/a @ charts/shop/templates/two.yaml:1',
        'Service/b @ charts/shop/templates/two.yaml:1',
      ]);
      assert.equal(
        rendered.declared.find(({ object }) => object.kind === 'Deployment')?.object.metadata['namespace'],
        'web',
      );
      assert.ok(rendered.record.version.startsWith(`v${String(major)}.`));
      assert.deepEqual(rendered.gaps, []);
      assert.equal(rendered.record.parameters['capabilities'], 'of Helm itself');
    });

    test('capabilities are those of the cluster when one answers', async () => {
      const files = chart({
        'a.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {version: "{{ .Capabilities.KubeVersion.Version }}", has: "{{ .Capabilities.APIVersions.Has "example.com/v1/Foo" }}"}\n',
      });
      const capabilities = {
        kubeVersion: 'v1.31.2',
        apiVersions: ['v1', 'example.com/v1', 'example.com/v1/Foo'],
      };
      const rendered = await succeeded(renderers, { files, plan: plan(major), capabilities });
      assert.deepEqual(rendered.declared[0]?.object['data'], { version: 'v1.31.2', has: 'true' });
      assert.match(JSON.stringify(rendered.record.parameters), /v1\.31\.2.*sha256:/u);
    });

    for (const release of [
      '--post-renderer=./x.sh',
      '-f',
      'Shop',
      'a b',
      '',
      'x'.repeat(54),
      'shop\n--debug',
    ]) {
      test(`the release name ${JSON.stringify(release.slice(0, 25))} is refused before Helm sees it`, async () => {
        const files = chart({ 'a.yaml': '' }, { 'x.sh': '#!/bin/sh\ntouch ran\n' });
        const { message } = await failed(renderers, { files, plan: plan(major, { release }) });
        assert.match(message, /^Helm takes no release of the name/u);
      });
    }

    test('a namespace or a values file that could be read as more than one argument is refused', async () => {
      const files = chart({ 'a.yaml': '' }, { 'a,https:': 'x: y\n' });
      assert.match(
        (await failed(renderers, { files, plan: plan(major, { namespace: '--debug' }) })).message,
        /no namespace/u,
      );
      const odd = await failed(renderers, {
        files,
        plan: plan(major, { valuesFiles: ['a,https://example.com/v.yaml'] }),
      });
      assert.match(odd.message, /values file/u);
    });

    test('dependencies that are not vendored are a gap, and are never fetched', async () => {
      const files = chart(
        { 'a.yaml': '' },
        {
          'charts/shop/Chart.yaml': `${chartYaml}dependencies: [{name: redis, version: 1.0.0, repository: "https://example.com/"}]\n`,
        },
      );
      assert.deepEqual(await gapOf(renderers, { files, plan: plan(major) }), [
        'remote-not-allowed',
        "the chart's dependencies are not vendored in its charts/ directory: redis",
      ]);
    });

    test('a template that fails names its line in the repository', async () => {
      const files = chart({ 'a.yaml': '# one\na: {{ .Values.x.y }}\n' });
      const answer = await failed(renderers, { files, plan: plan(major) });
      assert.match(answer.message, /nil pointer/u);
      assert.deepEqual(answer.place, { file: 'charts/shop/templates/a.yaml', line: 2 });
    });

    test('a template that gives no YAML names its file', async () => {
      const answer = await failed(renderers, { files: chart({ 'a.yaml': 'a: [\n' }), plan: plan(major) });
      assert.match(answer.message, /YAML parse error|error converting YAML/u);
      assert.deepEqual(answer.place, { file: 'charts/shop/templates/a.yaml', line: 1 });
    });

    test('a message of Helm that quotes a secret value is masked', async () => {
      const files = chart(
        { 'a.yaml': 'a: {{ fail (printf "cannot connect with %s" .Values.db.password) }}\n' },
        { 'charts/shop/values.yaml': 'db: {password: canary-81d04e}\n' },
      );
      const { message } = await failed(renderers, { files, plan: plan(major) });
      assert.match(message, /cannot connect with/u);
      assert.ok(!message.includes('canary'), message);
    });
  });
}
