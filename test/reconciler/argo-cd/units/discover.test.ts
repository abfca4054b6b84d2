import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Declarations } from '../../../../src/reconciler/declarations.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { treeOf } from '../../../render/tree.ts';
import { application, argoIn, discovered, file, here, home, ids, inCluster, unitIn } from './story.ts';

function render(unit: Unit, objects: readonly KubeObject[]): Declarations['rendered'][number] {
  return {
    unit,
    objects: objects.map((object) => ({ object, origin: { file: 'apps/child.yaml', line: 3 } })),
  };
}

test('An Application in a plain file is a unit, with the place where it stands', async () => {
  const unit = await unitIn({ 'apps/web.yaml': `# first\n---\n${file(application())}`, 'web/a.yaml': '' });
  assert.equal(unit.id, 'argo-cd/hub/argocd/web');
  assert.deepEqual(unit.declaration.place, { file: 'apps/web.yaml', line: 3 });
  assert.deepEqual(unit.home, { cluster: 'hub', namespace: 'argocd' });
  assert.deepEqual(unit.target, { cluster: 'hub', namespace: 'shop' });
  assert.equal(unit.path, 'web');
  const argo = argoUnit(unit);
  assert.deepEqual(argo.ownRepositories, [`${here}.git`]);
  assert.deepEqual([argo.moves, argo.declaredIn, argo.live], [true, 'git', null]);
});

test('Templates of charts, patches, and files without a spec declare nothing', async () => {
  const one = application();
  const patch = { ...one, spec: { project: 'other' } };
  const { units, gaps } = await discovered({
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    'chart/templates/app.yaml': file(one),
    'over/kustomization.yaml': 'patches: [{path: app.yaml}]\n',
    'over/app.yaml': file(one),
    'patch.yaml': file(patch),
    'rollout.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: Application}\n',
  });
  assert.deepEqual([units, gaps], [[], []]);
});

test('What units render declares units, at any depth, with who declares them', async () => {
  const files = { 'root.yaml': file(application({ name: 'root', path: 'apps' })), 'apps/x.yaml': '' };
  const tree = treeOf(files);
  const root = await unitIn(tree);
  const middle = application({ name: 'middle', path: 'middle' });
  const first = [render(root, [middle, application({ name: 'root', path: 'apps' })])];
  const second = await discovered(tree, { rendered: first });
  assert.deepEqual(ids(second), ['argo-cd/hub/argocd/middle', 'argo-cd/hub/argocd/root']);
  const [found] = second.units;
  assert.ok(found);
  assert.equal(found.declaredBy, root.id);
  assert.deepEqual(found.declaration.place, { file: 'apps/child.yaml', line: 3 });
  const third = await discovered(tree, {
    rendered: [...first, render(found, [application({ name: 'leaf' })])],
  });
  assert.deepEqual(
    ids(third),
    ['leaf', 'middle', 'root'].map((name) => `argo-cd/hub/argocd/${name}`),
  );
  // Without the one that begins it, a circle declares nothing.
  assert.deepEqual(
    ids(await discovered({ 'a.md': '' }, { rendered: [...first, render(found, [middle])] })),
    [],
  );
});

test('A kustomization that is rendered says what becomes of the files that it builds', async () => {
  const files = {
    'apps/kustomization.yaml': 'namePrefix: eu-\nresources: [web.yaml]\n',
    'apps/web.yaml': file(application()),
  };
  const plainUnit: Unit = {
    id: 'plain/apps',
    reconciler: 'plain',
    home: { cluster: 'hub', namespace: undefined },
    target: { cluster: 'hub', namespace: undefined },
    path: 'apps',
    declaration: { place: undefined, uid: undefined, generation: undefined, settings: {} },
  };
  assert.deepEqual(ids(await discovered(files)), ['argo-cd/hub/argocd/web']);
  const rendered = [render(plainUnit, [application({ name: 'eu-web' })])];
  assert.deepEqual(ids(await discovered(files, { rendered })), ['argo-cd/hub/argocd/eu-web']);
});

test('A live Application is a unit where it points at this repository, however its URL is written', async () => {
  const live = [
    application({
      name: 'ssh',
      spec: { source: { repoURL: 'git@github.com:Octo-Org/Shop.git', path: 'a' } },
    }),
    application({
      name: 'ref',
      spec: {
        sources: [
          { repoURL: 'x', chart: 'c' },
          { repoURL: here, ref: 'v' },
        ],
      },
    }),
    application({
      name: 'other',
      spec: { source: { repoURL: 'https://github.com/octo-org/other', path: 'a' } },
    }),
    application({ name: 'elsewhere', namespace: 'team' }),
  ];
  const found = await discovered({ 'a.md': '' }, { homes: [home(live)] });
  assert.deepEqual(ids(found), ['argo-cd/hub/argocd/ref', 'argo-cd/hub/argocd/ssh']);
  assert.deepEqual(
    found.units.map((unit) => argoUnit(unit).declaredIn),
    ['cluster', 'cluster'],
  );
  const parameters = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cmd-params-cm', namespace: 'argocd' },
    data: { 'application.namespaces': 'other, te*' },
  };
  const more = await discovered({ 'a.md': '' }, { homes: [home([...live, parameters])] });
  assert.ok(ids(more).includes('argo-cd/hub/team/elsewhere'), ids(more).join());
});

test('The live state of an Application stands beside its declaration', async () => {
  const live = {
    ...application(),
    metadata: { ...application().metadata, uid: 'u-1', generation: 7, finalizers: ['f'] },
    status: {
      resources: [{ group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'web' }],
      sync: { revision: 'abc' },
      operationState: { phase: 'Failed', syncResult: { revisions: ['def'] } },
    },
  };
  const unit = await unitIn({ 'web.yaml': file(application()) }, { homes: [home([live])] });
  assert.deepEqual([unit.declaration.uid, unit.declaration.generation], ['u-1', 7]);
  const found = argoUnit(unit).live;
  assert.deepEqual(found?.resources, [{ group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }]);
  assert.deepEqual([found?.revisions, found?.syncedRevisions, found?.finalizers], [['abc'], ['def'], ['f']]);
  assert.deepEqual(found?.operation, { phase: 'Failed', hasResult: true });
});

test('ApplicationSets generate units', async () => {
  const set = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shops', namespace: 'argocd' },
    spec: {
      generators: [{ list: { elements: [{ name: 'eu' }, { name: 'us' }] } }],
      template: {
        metadata: { name: 'web-{{name}}' },
        spec: { project: 'default', destination: inCluster, source: { repoURL: here, path: '{{name}}' } },
      },
    },
  };
  const found = await discovered({ 'set.yaml': file(set) });
  assert.deepEqual(ids(found), ['argo-cd/hub/argocd/web-eu', 'argo-cd/hub/argocd/web-us']);
  assert.deepEqual(
    found.units.map((unit) => [
      argoUnit(unit).application.generatedBy,
      unit.path,
      unit.declaration.place?.file,
    ]),
    [
      ['argocd/shops', 'eu', 'set.yaml'],
      ['argocd/shops', 'us', 'set.yaml'],
    ],
  );
});

test('500 Applications are found in a moment', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `app-${String(index)}`);
  const files = Object.fromEntries(
    names.map((name) => [`apps/${name}.yaml`, file(application({ name, path: name }))]),
  );
  const live = names.map((name) => application({ name, path: name }));
  const start = performance.now();
  const { units, remarks } = await discovered(files, { homes: [home(live)] });
  assert.equal(units.length, 500);
  assert.deepEqual(remarks, []);
  assert.ok(performance.now() - start < 5000, `${String(performance.now() - start)} ms`);
});

test('A live Application is of the set that controls it, and of none that only knows it', async () => {
  const ownedAs = (more: JsonObject): KubeObject => {
    const live = application();
    const ownerReferences = [{ kind: 'ApplicationSet', name: 'shops', ...more }];
    return { ...live, metadata: { ...live.metadata, ownerReferences } };
  };
  const controlled = await argoIn({}, { homes: [home([ownedAs({ controller: true })])] });
  assert.equal(controlled.application.generatedBy, 'argocd/shops');
  const known = await argoIn({}, { homes: [home([ownedAs({})])] });
  assert.equal(known.application.generatedBy, null);
});
