import assert from 'node:assert/strict';
import { test } from 'node:test';

import { textAt } from '../../../../src/object/fields.ts';
import type { HelmReleaseUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { remoteKey } from '../../../../src/source/remote.ts';
import { openRenderers } from '../../../render/rendered.ts';
import { treeOf } from '../../../render/tree.ts';
import { failure, helmReleaseOf, objectsOf, own, rendered } from '../rendering.ts';
import { record } from './record-of.ts';

const renderers = await openRenderers();

const template = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
  labels: {helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}}
data:
  upgrade: {{ .Release.IsUpgrade | quote }}
  values: {{ .Values | toJson | quote }}
`;
const files = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'charts/web/values.yaml': 'own: 1\nboth: 1\n',
  'charts/web/templates/all.yaml': template,
};
const labels = { 'helm.toolkit.fluxcd.io/name': 'web', 'helm.toolkit.fluxcd.io/namespace': 'flux-system' };
const owner = {
  'meta.helm.sh/release-name': 'shop-web',
  'meta.helm.sh/release-namespace': 'shop',
};

test('An install renders under the name of its release, with its origin and its owner', async () => {
  const objects = await objectsOf(renderers, {
    unit: helmReleaseOf({ targetNamespace: 'shop', values: { both: 2 } }),
    files,
  });
  assert.deepEqual(objects, [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'shop-web',
        labels: { ...labels, 'helm.sh/chart': 'web-1.2.3', 'app.kubernetes.io/managed-by': 'Helm' },
        annotations: owner,
      },
      data: { upgrade: 'false', values: '{"both":2,"own":1}' },
    },
  ]);
});

test('What has a record is upgraded, and what a template reads of the revision is not known', async () => {
  const [object] = await objectsOf(renderers, { unit: helmReleaseOf({}, { release: record }), files });
  assert.equal(textAt(object, 'data', 'upgrade'), 'true');
  const revision = { 'charts/web/templates/r.yaml': '# {{ .Release.Revision }}\n' };
  const render = await rendered(renderers, {
    unit: helmReleaseOf({}, { release: record }),
    files: { ...files, ...revision },
  });
  assert.ok(render.kind === 'rendered');
  assert.deepEqual(
    render.gaps.map(({ kind }) => kind),
    ['live-value-needed'],
  );
  const fresh = await objectsOf(renderers, { unit: helmReleaseOf({}), files: { ...files, ...revision } });
  assert.equal(fresh.length, 1);
});

test('Values files of the chart take the place of its own values', async () => {
  const chart = {
    valuesFiles: ['prod.yaml', 'more.yaml'],
    ignoreMissingValuesFiles: false,
    reconcileStrategy: 'ChartVersion',
    interval: null,
  } satisfies HelmReleaseUnit['chart'];
  const given = { ...files, 'prod.yaml': 'a: {p: 1, q: 1}\n', 'more.yaml': 'a: {q: 2}\n' };
  const [object] = await objectsOf(renderers, { unit: helmReleaseOf({}, { chart }), files: given });
  assert.equal(textAt(object, 'data', 'values'), '{"a":{"p":1,"q":2}}');
  assert.match(
    await failure(renderers, { unit: helmReleaseOf({}, { chart }), files }),
    /no values file found at path 'prod\.yaml'/u,
  );
});

test('With the strategy Revision the version carries a commit that does not exist yet', async () => {
  const chart = {
    valuesFiles: [],
    ignoreMissingValuesFiles: false,
    reconcileStrategy: 'Revision',
    interval: null,
  } satisfies HelmReleaseUnit['chart'];
  const render = await rendered(renderers, { unit: helmReleaseOf({}, { chart }), files });
  assert.ok(render.kind === 'rendered');
  assert.deepEqual(
    render.gaps.map(({ why }) => why),
    ['a value that is not known here decides .metadata.labels["helm.sh/chart"]'],
  );
});

test('Post-renderers see templates and hooks, definitions of crds/ get their origin alone', async () => {
  const definition =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\n';
  const hook = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: hook, annotations: {helm.sh/hook: pre-install}}\n`;
  const more = { ...files, 'charts/web/crds/a.yaml': definition, 'charts/web/templates/hook.yaml': hook };
  const spec = {
    postRenderers: [
      {
        kustomize: {
          patches: [
            { patch: '[{"op":"add","path":"/data","value":{"by":"patch"}}]', target: { kind: 'ConfigMap' } },
          ],
        },
      },
    ],
    commonMetadata: { labels: { team: 'shop', 'helm.toolkit.fluxcd.io/name': 'never' } },
  };
  const objects = await objectsOf(renderers, { unit: helmReleaseOf(spec), files: more });
  const told = objects.map(({ kind, metadata, ...rest }) => [
    kind,
    metadata.name,
    metadata['labels'],
    rest['data'],
  ]);
  assert.deepEqual(
    told.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    [
      ['ConfigMap', 'hook', { ...labels, team: 'shop' }, { by: 'patch' }],
      [
        'ConfigMap',
        'web',
        { ...labels, team: 'shop', 'helm.sh/chart': 'web-1.2.3', 'app.kubernetes.io/managed-by': 'Helm' },
        { by: 'patch' },
      ],
      ['CustomResourceDefinition', 'a.b.c', labels, undefined],
    ],
  );
  const withoutHooks = await objectsOf(renderers, {
    unit: helmReleaseOf({ ...spec, postRenderStrategy: 'nohooks' }),
    files: more,
  });
  const unpatched = withoutHooks.find(({ metadata }) => metadata.name === 'hook');
  assert.deepEqual([unpatched?.['data'], unpatched?.metadata['labels']], [undefined, undefined]);
});

test('A chart that is not in the artifact makes no release', async () => {
  const unit = helmReleaseOf({}, { source: { ...own, ignore: '/charts' } });
  assert.match(await failure(renderers, { unit, files }), /no chart found: charts\/web/u);
});

test('An object that a chart declares twice cannot be labeled, and stops the release', async () => {
  const twice = { ...files, 'charts/web/templates/again.yaml': template };
  const message = await failure(renderers, { unit: helmReleaseOf({}), files: twice });
  assert.match(message, /already registered id: v1\/ConfigMap default\/web/u);
});

test('A chart of a repository of charts is rendered as it is fetched, with the values files in it', async () => {
  const source = {
    kind: 'chart',
    object: 'OCIRepository/flux-system/web',
    repository: 'oci://registry.example.com/charts',
    name: 'web',
    version: '1.2.3',
    suspended: false,
    interval: 60,
  } satisfies HelmReleaseUnit['source'];
  const tree = treeOf({
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
    'prod.yaml': 'a: 1\n',
    'templates/all.yaml': template,
  });
  const key = remoteKey({ kind: 'chart', repository: source.repository, name: 'web', version: '1.2.3' });
  const remotes = new Map([[key, { tree, digest: 'sha256:0', version: '1.2.3' }]]);
  const chart = {
    valuesFiles: ['prod.yaml'],
    ignoreMissingValuesFiles: false,
    reconcileStrategy: 'ChartVersion',
    interval: null,
  } satisfies HelmReleaseUnit['chart'];
  const release = { ...record, chartVersion: '1.2.3+0123456789ab' };
  const [object] = await objectsOf(renderers, {
    unit: helmReleaseOf({}, { source, chart, release }),
    files: {},
    remotes,
  });
  assert.equal(textAt(object, 'data', 'values'), '{"a":1}');
  assert.equal(textAt(object, 'metadata', 'labels', 'helm.sh/chart'), 'web-1.2.3_0123456789ab');
});
