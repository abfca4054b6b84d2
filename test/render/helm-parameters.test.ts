import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { compareText } from '../../src/object/canonical.ts';
import { at, type Json } from '../../src/object/json.ts';
import type { HelmParameter } from '../../src/reconciler/render-plan.ts';
import { chart, plan } from './helm-chart.ts';
import {
  declaredIn,
  failed,
  gapOf,
  openBedRunner,
  openRenderers,
  renderersWith,
  succeeded,
  type Rendered,
} from './rendered.ts';

const shown = chart(
  {
    'a.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {all: {{ .Values | toJson | quote }}, version: "{{ .Capabilities.KubeVersion.Version }}", has: "{{ .Capabilities.APIVersions.Has "example.com/v1" }}"}\n',
    'test.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: t, annotations: {helm.sh/hook: test}}\n',
  },
  {
    'charts/shop/values.yaml': 'size: small\ncolor: red\n',
    'charts/shop/crds/crd.yaml':
      'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: foos.example.com}\n',
    'env/a.yaml': 'size: middle\nshape: round\ncolor: blue\n',
    'env/b.yaml': 'shape: square\n',
    'env/note.txt': 'one, two',
  },
);

function valuesOf(rendered: Rendered): Json {
  const text = at(rendered.declared.find(({ object }) => object.kind === 'ConfigMap')?.object, 'data', 'all');
  assert.ok(typeof text === 'string');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse gives JSON
  return JSON.parse(text) as Json;
}

for (const major of [3, 4] as const) {
  const renderers = await openRenderers();
  describe(`What Helm ${String(major)} is told`, () => {
    test('values of the unit stand above files, and parameters above both', async () => {
      const files = ['env/a.yaml', 'env/b.yaml'];
      const parameters: readonly HelmParameter[] = [{ name: 'color', value: 'green', as: 'value' }];
      const answer = await succeeded(renderers, {
        files: shown,
        plan: plan(major, { valuesFiles: files, values: 'size: big\ncolor: black\n', parameters }),
      });
      assert.deepEqual(valuesOf(answer), { size: 'big', color: 'green', shape: 'square' });
      assert.equal(answer.record.parameters['values'], 'of the unit itself');
      assert.deepEqual(answer.record.parameters['parameters'], ['color']);
    });

    test('parameters mean what they mean for Argo CD: commas, lists, numbers, files', async () => {
      const parameters: readonly HelmParameter[] = [
        { name: 'plain', value: 'a,b', as: 'value' },
        { name: 'escaped', value: 'a\\,b', as: 'value' },
        { name: 'list', value: '{a,b}', as: 'value' },
        { name: 'number', value: '7', as: 'value' },
        { name: 'text', value: '7', as: 'string' },
        { name: 'nested.key\\.with\\.dots', value: 'x=y', as: 'string' },
        { name: 'items[1].name', value: 'second', as: 'value' },
        { name: 'note', value: 'env/note.txt', as: 'file' },
        { name: 'twice', value: 'first', as: 'value' },
        { name: 'twice', value: '--set=evil=1', as: 'value' },
        { name: '--debug', value: 'x', as: 'value' },
      ];
      const answer = await succeeded(renderers, { files: shown, plan: plan(major, { parameters }) });
      assert.deepEqual(valuesOf(answer), {
        size: 'small',
        color: 'red',
        plain: 'a,b',
        escaped: 'a,b',
        list: ['a', 'b'],
        number: 7,
        text: '7',
        nested: { 'key.with.dots': 'x=y' },
        items: [null, { name: 'second' }],
        note: 'one, two',
        twice: '--set=evil=1',
        '--debug': 'x',
      });
    });

    test('CRDs, tests and schemas are left out as it says, and its capabilities stand for the cluster’s', async () => {
      const capabilities = { kubeVersion: 'v1.31.2', apiVersions: ['v1', 'example.com/v1'] };
      const withSchema = {
        ...shown,
        'charts/shop/values.schema.json': '{"properties": {"size": {"type": "integer"}}}',
      };
      const all = await succeeded(renderers, {
        files: withSchema,
        plan: plan(major, { skipTests: false, skipSchemaValidation: true }),
        capabilities,
      });
      assert.deepEqual(
        declaredIn(all)
          .map((one) => one.replace(/\/.*/u, ''))
          .toSorted(compareText),
        ['ConfigMap', 'CustomResourceDefinition', 'Pod'],
      );
      const few = await succeeded(renderers, {
        files: shown,
        plan: plan(major, { skipCrds: true, kubeVersion: '1.29', apiVersions: ['v1'], namespace: '' }),
        capabilities,
      });
      assert.equal(few.declared.length, 1);
      assert.equal(at(few.declared[0]?.object, 'data', 'version'), 'v1.29');
      assert.equal(at(few.declared[0]?.object, 'data', 'has'), 'false');
      const schema = await failed(renderers, { files: withSchema, plan: plan(major) });
      assert.match(schema.message, /size/u);
    });

    test('what only the unit says is masked, and where it fails it is called the unit’s', async () => {
      const files = chart({
        'a.yaml': 'a: {{ fail (printf "with %s and %s" .Values.password .Values.db.token) }}\n',
      });
      const parameters: readonly HelmParameter[] = [{ name: 'db.token', value: 'canary-22f', as: 'string' }];
      const answer = await failed(renderersWith(renderers.run), {
        files,
        plan: plan(major, { values: 'password: canary-11e\n', parameters }),
      });
      assert.match(answer.message, /with \*\*\* and \*\*\*/u);
      const broken = await failed(renderers, { files: shown, plan: plan(major, { values: 'a: [' }) });
      assert.match(broken.message, /the values of the unit/u);
      assert.ok(!broken.message.includes('/tmp'), broken.message);
    });

    test('a file parameter cannot name a file of the machine', async () => {
      const parameters = (value: string): readonly HelmParameter[] => [{ name: 'a', value, as: 'file' }];
      for (const value of ['/etc/hostname', '../../../../../etc/hostname']) {
        const [kind] = await gapOf(renderers, {
          files: shown,
          plan: plan(major, { parameters: parameters(value) }),
        });
        assert.equal(kind, 'source-unreadable');
      }
      const missing = await failed(renderers, {
        files: shown,
        plan: plan(major, { parameters: parameters('env/no.txt') }),
      });
      assert.match(missing.message, /env\/no\.txt/u);
    });

    test('nor can its name, or a comma behind backslashes, even where nothing confines Helm', async () => {
      const loose = await openBedRunner({ confinement: 'none' });
      const odd: readonly HelmParameter[] = [
        { name: 'a=/etc/passwd,b', value: 'env/note.txt', as: 'file' },
        { name: 'a', value: String.raw`env/note.txt\,b=/etc/passwd`, as: 'file' },
        { name: 'a\\', value: 'env/note.txt=/etc/passwd', as: 'file' },
        { name: 'a=http://127.0.0.1:1/x,b', value: 'env/note.txt', as: 'file' },
      ];
      try {
        for (const one of odd) {
          const said = await failed(renderersWith(loose), {
            files: shown,
            plan: plan(major, { parameters: [one] }),
          });
          assert.match(said.message, /cannot be given a file parameter/u);
        }
      } finally {
        await loose.close();
      }
    });
  });
}
