import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { ArgoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { Declarations, Discovery } from '../../../../src/reconciler/declarations.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { abouts, application, bothSides, discovered, file, here, home, ids, inCluster } from './story.ts';

const web = file(application());
const nothing = { 'a.md': '' };
const id = 'argo-cd/hub/argocd/web';

function detailOf({ remarks = [] }: Discovery, about: string): string {
  return remarks.find((remark) => remark.about === about)?.detail ?? '';
}

function first([unit]: readonly Unit[]): ArgoUnit {
  assert.ok(unit);
  return argoUnit(unit);
}

test('A changed spec is one unit with two specs', async () => {
  const changed = application({ spec: { syncPolicy: { automated: {} } } });
  const { base, head } = await bothSides({ base: { 'web.yaml': web }, head: { 'web.yaml': file(changed) } });
  assert.deepEqual([ids(base), ids(head)], [[id], [id]]);
  const specs = [base, head].map(({ units }) => first(units).application.spec['syncPolicy']);
  assert.deepEqual(specs, [undefined, { automated: {} }]);
  assert.deepEqual(abouts(head), [`automation-switched-on ${id}`]);
});

test('A live spec that is not what base declares is drift, with its fields', async () => {
  const source = { repoURL: `${here}.git`, path: 'web', targetRevision: 'v1' };
  const live = application({ spec: { source, syncPolicy: { automated: { prune: true } } } });
  const changed = file(application({ path: 'other' }));
  const given = { homes: [home([live])] };
  const { head } = await bothSides({ base: { 'web.yaml': web }, head: { 'web.yaml': changed }, given });
  assert.deepEqual(abouts(head), [`application-drift ${id}`]);
  assert.match(detailOf(head, 'application-drift'), /declares in source\.targetRevision, syncPolicy\./);
});

test('Parts that mean nothing are no drift', async () => {
  const live = application({
    spec: { source: { repoURL: `${here}.git`, path: 'web', helm: {} }, syncPolicy: {} },
  });
  assert.deepEqual(abouts(await discovered({ 'web.yaml': web }, { homes: [home([live])] })), []);
});

test('A live Application that no Git declares has the live spec on both sides', async () => {
  const { base, head } = await bothSides({
    base: nothing,
    head: nothing,
    given: { homes: [home([application()])] },
  });
  assert.deepEqual([ids(base), ids(head), abouts(head)], [[id], [id], []]);
  assert.deepEqual(base.units, head.units);
});

test('An Application whose file goes is gone, as somebody deletes it who made it', async () => {
  for (const homes of [[], [home([])], [home([application()])]]) {
    const { head } = await bothSides({ base: { 'web.yaml': web }, head: nothing, given: { homes } });
    assert.deepEqual([ids(head), abouts(head)], [[], []]);
  }
});

function rootWith(sync: JsonObject): KubeObject {
  return application({ name: 'root', path: 'apps', spec: sync });
}

function withRoot(
  sync: JsonObject,
  objects: readonly KubeObject[],
): (side: 'base' | 'head') => Promise<Declarations['rendered']> {
  return async (side) => {
    const { units } = await discovered({ 'root.yaml': file(rootWith(sync)) });
    const [unit] = units;
    assert.ok(unit);
    return [
      { unit, objects: (side === 'base' ? objects : []).map((object) => ({ object, origin: undefined })) },
    ];
  };
}

async function childGone(sync: JsonObject, child = application()): Promise<Discovery> {
  const rendered = withRoot(sync, [child]);
  const files = { 'root.yaml': file(rootWith(sync)) };
  const homes = [home([child])];
  const base = await discovered(files, { side: 'base', rendered: await rendered('base'), homes });
  assert.equal(base.units.length, 2);
  return discovered(files, { rendered: await rendered('head'), homes, others: base.units });
}

test('What its parent prunes goes, and what it does not prune is left behind', async () => {
  const pruned = await childGone({ syncPolicy: { automated: { prune: true } } });
  assert.deepEqual([ids(pruned), abouts(pruned)], [['argo-cd/hub/argocd/root'], []]);
  const left = await childGone({ syncPolicy: { automated: {} } });
  assert.deepEqual(ids(left), ['argo-cd/hub/argocd/root', id]);
  assert.deepEqual(abouts(left), [`application-left-behind ${id}`]);
  assert.match(
    detailOf(left, 'application-left-behind'),
    /root, which declared it, prunes nothing by itself/,
  );
  const kept = application({ annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } });
  const annotated = await childGone({ syncPolicy: { automated: { prune: true } } }, kept);
  assert.deepEqual(abouts(annotated), [`application-left-behind ${id}`]);
});

test('The mark of a sync tells who declared a live Application', async () => {
  const tracked = application({
    annotations: { 'argocd.argoproj.io/tracking-id': 'root:argoproj.io/Application:argocd/web' },
  });
  const elsewhere = rootWith({ source: { repoURL: 'https://a.example/b', path: 'c' } });
  const given = { homes: [home([tracked, elsewhere])] };
  const { head } = await bothSides({ base: { 'web.yaml': web }, head: nothing, given });
  assert.deepEqual(abouts(head), [`application-left-behind ${id}`]);
});

test('Where labels track, the label tells who declared a live Application', async () => {
  const { metadata, ...rest } = application();
  const labels = { 'app.kubernetes.io/instance': 'root' };
  const tracked = { ...rest, metadata: { ...metadata, labels } };
  const elsewhere = rootWith({ source: { repoURL: 'https://a.example/b', path: 'c' } });
  const aboutsUnder = async (method: string): Promise<readonly string[]> => {
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'argocd-cm', namespace: 'argocd' },
      data: { 'application.resourceTrackingMethod': method },
    };
    const given = { homes: [home([tracked, elsewhere, config])] };
    return abouts((await bothSides({ base: { 'web.yaml': web }, head: nothing, given })).head);
  };
  assert.deepEqual(await aboutsUnder('label'), [`application-left-behind ${id}`]);
  assert.deepEqual(await aboutsUnder('annotation'), []);
});

test('A rename is both, and said', async () => {
  const { head } = await bothSides({
    base: { 'web.yaml': web },
    head: { 'web.yaml': file(application({ name: 'front' })) },
  });
  assert.deepEqual(ids(head), ['argo-cd/hub/argocd/front']);
  assert.deepEqual(abouts(head), ['application-renamed argo-cd/hub/argocd/front']);
});

test('Two Applications of one name are one unit, and said', async () => {
  const found = await discovered({ 'a.yaml': web, 'b.yaml': file(application({ path: 'other' })) });
  assert.deepEqual([ids(found), abouts(found)], [[id], [`application-declared-twice ${id}`]]);
  assert.deepEqual(
    found.remarks?.[0]?.places.map((place) => place.file),
    ['b.yaml', 'a.yaml'],
  );
  assert.deepEqual(abouts(await discovered({ 'a.yaml': web, 'b.yaml': web })), []);
});

test('A change to another tag of this repository is said: its tree is not the one under review', async () => {
  const at = (targetRevision: string): string =>
    file(application({ spec: { source: { repoURL: here, path: 'web', targetRevision } } }));
  const { head } = await bothSides({ base: { 'web.yaml': at('v1') }, head: { 'web.yaml': at('v2') } });
  assert.deepEqual(abouts(head), [`revision-not-in-review ${id}`]);
});

test('A commit in the render is said', async () => {
  const kustomize = { commonAnnotations: { commit: '${ARGOCD_APP_REVISION}' } };
  const source = { repoURL: here, path: 'web', kustomize };
  assert.deepEqual(abouts(await discovered({ 'web.yaml': file(application({ spec: { source } })) })), [
    `revision-embedded ${id}`,
  ]);
});

function setWith(elements: readonly string[], syncPolicy: JsonObject): KubeObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'shops', namespace: 'argocd' },
    spec: {
      syncPolicy: { ...syncPolicy },
      generators: [{ list: { elements: elements.map((name) => ({ name })) } }],
      template: {
        metadata: { name: '{{name}}' },
        spec: { project: 'default', destination: inCluster, source: { repoURL: here, path: '{{name}}' } },
      },
    },
  };
}

test('What a set generates no more goes with it, unless it deletes none', async () => {
  const gone = async (syncPolicy: JsonObject): Promise<Discovery> => {
    const files = (elements: readonly string[]): Record<string, string> => ({
      'set.yaml': file(setWith(elements, syncPolicy)),
    });
    return (await bothSides({ base: files(['eu', 'us']), head: files(['eu']), given: { homes: [] } })).head;
  };
  assert.deepEqual(ids(await gone({})), ['argo-cd/-/argocd/eu']);
  const kept = await gone({ applicationsSync: 'create-update' });
  assert.deepEqual(ids(kept), ['argo-cd/-/argocd/eu', 'argo-cd/-/argocd/us']);
  assert.ok(abouts(kept).includes('application-left-behind argo-cd/-/argocd/us'), abouts(kept).join());
});
