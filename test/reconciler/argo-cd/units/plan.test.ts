import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { closure } from '../../../../src/reconciler/argo-cd/units/closure.ts';
import { renderPlan } from '../../../../src/reconciler/argo-cd/units/plan.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';
import { chart, planned, repoURL, source } from './planned.ts';
import { application, file, home, unitIn } from './story.ts';

test('Several sources are one plan after the other', async () => {
  const spec = {
    sources: [
      { repoURL, path: 'web' },
      { repoURL, path: 'plain' },
      { repoURL, ref: 'x' },
    ],
  };
  const plan = await planned(spec, { ...chart, 'plain/a.yaml': '' });
  assert.deepEqual(plan.kind === 'sources' ? plan.parts.map(({ kind }) => kind) : plan, [
    'helm',
    'directory',
  ]);
});

test('Kustomize is edited as the Application says, and built with the options of the installation', async () => {
  const kustomize = {
    namePrefix: 'a-',
    images: ['web=web:${ARGOCD_APP_NAME}'],
    replicas: [
      { name: 'web', count: '3' },
      { name: 'db', count: 2 },
    ],
    commonLabels: { app: '$ARGOCD_APP_NAME' },
    commonAnnotations: { plain: '$ARGOCD_APP_NAME' },
    labelWithoutSelector: true,
    labelIncludeTemplates: true,
    namespace: 'other',
    patches: [{ patch: '- op: remove\n  path: /x', target: { kind: 'A' } }],
    components: ['../part', '../missing'],
    ignoreMissingComponents: true,
  };
  const files = {
    'web/kustomization.yaml': 'resources: []\n',
    'part/kustomization.yaml': 'kind: Component\n',
  };
  assert.deepEqual(await planned(source({ kustomize }), files), {
    kind: 'kustomize',
    path: 'web',
    edits: {
      namePrefix: 'a-',
      images: ['web=web:shop'],
      replicas: [
        { name: 'web', count: '3' },
        { name: 'db', count: '2' },
      ],
      labels: { app: 'shop' },
      labelsWithoutSelector: true,
      labelsInTemplates: true,
      annotations: { plain: '$ARGOCD_APP_NAME' },
      namespace: 'other',
      patches: [{ patch: '- op: remove\n  path: /x', target: { kind: 'A' } }],
      components: ['../part'],
    },
  });
});

test('Plain files and Jsonnet are read as Argo CD reads a directory', async () => {
  const directory = {
    recurse: true,
    include: '*.yaml',
    exclude: 'x/*',
    jsonnet: {
      tlas: [{ name: 'a', value: '$ARGOCD_APP_NAME' }],
      extVars: [{ name: 'b', value: '1', code: true }],
      libs: ['lib'],
    },
  };
  assert.deepEqual(await planned(source({ directory }), { 'web/a.yaml': '', 'lib/x.libsonnet': '' }), {
    kind: 'directory',
    path: 'web',
    recurse: true,
    dialect: 'argo-cd',
    mostBytes: 10_000_000,
    include: '*.yaml',
    exclude: 'x/*',
    jsonnet: {
      tlas: [{ name: 'a', value: 'shop', code: false }],
      extVars: [{ name: 'b', value: '1', code: true }],
      libs: ['lib'],
    },
  });
});

test('The tool is the one that is named, else the last one that the directory speaks for', async () => {
  const kindOf = async (more: JsonObject, files: Files): Promise<string> =>
    (await planned(source(more), files)).kind;
  const kustomization = { 'web/kustomization.yaml': 'resources: []\n' };
  assert.equal(await kindOf({}, { ...chart, ...kustomization }), 'kustomize');
  assert.equal(await kindOf({ helm: {} }, kustomization), 'kustomize');
  assert.equal(await kindOf({ directory: { recurse: true } }, { ...chart, ...kustomization }), 'directory');
  assert.equal(await kindOf({}, { 'web/a.yaml': '' }), 'directory');
  assert.equal(
    await kindOf({ helm: { skipCrds: true }, kustomize: { namePrefix: 'a' } }, chart),
    'source-unreadable',
  );
});

test('Files in the path override the source, but not where it is', async () => {
  const files = {
    ...chart,
    'web/.argocd-source.yaml':
      'path: elsewhere\nhelm: {releaseName: one, parameters: [{name: a, value: b}]}\n',
    'web/.argocd-source-shop.yaml': 'helm: {releaseName: two}\n',
    'web/.argocd-source-other.yaml': 'helm: {releaseName: three}\n',
  };
  const plan = await planned(source({}), files);
  assert.deepEqual(plan.kind === 'helm' ? [plan.chart, plan.release, plan.parameters] : plan, [
    { path: 'web' },
    'two',
    [{ name: 'a', value: 'b', as: 'value' }],
  ]);
  const broken = await planned(source({}), { ...chart, 'web/.argocd-source.yaml': 'helm: [' });
  assert.match('why' in broken ? broken.why : '', /\.argocd-source\.yaml cannot be read/);
});

test('A link that leads out of the repository, wherever it stands, keeps all of it from being rendered', async () => {
  const link = (content: string): Files => ({ ...chart, 'docs/deep/link': { kind: 'symlink', content } });
  const spec = source({});
  const why = async (files: Files): Promise<string> => {
    const plan = await planned(spec, files);
    return 'why' in plan ? plan.why : plan.kind;
  };
  const refused = 'the link docs/deep/link leads out of the repository: Argo CD renders nothing of it';
  assert.equal(await why(link('/etc/passwd')), refused);
  assert.equal(await why(link('../../../x')), refused);
  // It comes back, but Argo CD sees it leave.
  assert.equal(await why(link('../../../repository/web')), refused);
  assert.equal(await why(link('../../web')), 'helm');
  assert.equal(await why(link('not/there')), 'helm');
  const data = { 'reposerver.allow.oob.symlinks': 'true' };
  const metadata = { name: 'argocd-cmd-params-cm', namespace: 'argocd' };
  const tree = treeOf({ 'app.yaml': file(application({ spec })), ...link('/etc/passwd') });
  const homes = [home([{ apiVersion: 'v1', kind: 'ConfigMap', metadata, data }])];
  assert.equal((await renderPlan(await unitIn(tree, { homes }), tree)).kind, 'helm');
  const { paths } = await closure(await unitIn(tree), tree);
  assert.ok(paths.includes('docs/deep/link'), paths.join());
  assert.ok(!(await closure(await unitIn(tree, { homes }), tree)).paths.includes('docs/deep/link'));
});

test('What cannot be rendered is a gap with its reason', async () => {
  const gapOf = async (spec: JsonObject): Promise<string> => {
    const plan = await planned(spec, chart);
    return 'why' in plan ? `${plan.kind}: ${plan.why}` : plan.kind;
  };
  assert.match(await gapOf(source({ plugin: { name: 'cue' } })), /^plugin-unknown: .*the plugin cue/);
  assert.match(
    await gapOf({ source: { repoURL: 'https://user:pass@git.example/x.git', path: 'a' } }),
    /^remote-not-allowed: .*the directory a of another repository, https:\/\/git\.example\/x\.git:/,
  );
  assert.match(
    await gapOf({ source: { repoURL: 'oci://ghcr.io/x', path: '.' } }),
    /^remote-not-allowed: .*OCI artifact/,
  );
  assert.match(
    await gapOf(source({ kustomize: { version: 'v3.8.5' } })),
    /^source-unreadable: .*version of Kustomize/,
  );
  assert.match(await gapOf(source({ path: '../x' })), /^source-unreadable: .*leaves the repository/);
});
