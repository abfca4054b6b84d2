import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import type { Declarations } from '../../../../src/reconciler/declarations.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { abouts, application, discovered, file, here, home, ids } from './story.ts';

const id = 'argo-cd/hub/argocd/web';

function plainUnit(path: string): Unit {
  const target = { cluster: 'hub', namespace: undefined };
  const declaration = { place: undefined, uid: undefined, generation: undefined, settings: {} };
  return { id: `plain/${path}`, reconciler: 'plain', home: target, target, path, declaration };
}

function render(unit: Unit, ...objects: readonly KubeObject[]): Declarations['rendered'][number] {
  return { unit, objects: objects.map((object) => ({ object, origin: undefined })) };
}

test('Of the files of several environments the one that is like the live Application is meant', async () => {
  const files = {
    'prod/web.yaml': file(application({ path: 'prod' })),
    'test/web.yaml': file(application({ path: 'test' })),
  };
  const live = application({ path: 'test' });
  const found = await discovered(files, { homes: [home([live])] });
  assert.deepEqual(
    found.units.map(({ path }) => path),
    ['test'],
  );
  assert.deepEqual(
    found.remarks?.map(({ about, severity }) => `${about} ${severity}`),
    ['application-declared-twice info'],
  );
});

test('Two parents that render one Application fight for it', async () => {
  const parents = ['a', 'b'].map((name) => application({ name, path: name }));
  const files = { 'parents.yaml': file(...parents) };
  const { units } = await discovered(files);
  const rendered = units.map((unit) => render(unit, application()));
  assert.equal(rendered.length, 2);
  const found = await discovered(files, { rendered });
  assert.deepEqual(abouts(found), [`application-declared-twice ${id}`]);
  assert.equal(found.remarks?.[0]?.severity, 'warn');
});

test('Where a unit of Argo CD renders a directory, what another program would make of it is nothing', async () => {
  const root = application({ name: 'root', path: 'apps' });
  const files = { 'apps/kustomization.yaml': 'resources: [root.yaml]\n', 'apps/root.yaml': file(root) };
  const plain = render(plainUnit('apps'), root, application({ name: 'plain' }));
  const first = await discovered(files, { rendered: [plain] });
  assert.deepEqual(ids(first), ['argo-cd/hub/argocd/plain', 'argo-cd/hub/argocd/root']);
  const unit = first.units.find((each) => each.path === 'apps');
  assert.ok(unit);
  const second = await discovered(files, {
    rendered: [plain, render(unit, root, application({ name: 'own' }))],
  });
  assert.deepEqual(ids(second), ['argo-cd/hub/argocd/own', 'argo-cd/hub/argocd/root']);
  assert.deepEqual(
    second.units.map((each) => each.declaredBy),
    [id.replace('web', 'root'), id.replace('web', 'root')],
  );
});

test('An Application where its Argo CD does not look is said', async () => {
  const found = await discovered({ 'web.yaml': file(application({ namespace: 'team' })) });
  assert.deepEqual(abouts(found), ['application-not-watched argo-cd/hub/team/web']);
});

test('Plugins that may take a source are said where it names no tool', async () => {
  const server: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'argocd-repo-server', namespace: 'argocd' },
    spec: {
      template: {
        spec: {
          containers: [{ name: 'main' }, { name: 'cue', command: ['/var/run/argocd/argocd-cmp-server'] }],
        },
      },
    },
  };
  const given = { homes: [home([server])] };
  assert.deepEqual(abouts(await discovered({ 'web.yaml': file(application()) }, given)), [
    `plugin-may-take ${id}`,
  ]);
  const source = { repoURL: here, path: 'web', directory: { recurse: true } };
  const named = await discovered({ 'web.yaml': file(application({ spec: { source } })) }, given);
  assert.deepEqual([abouts(named), named.units.map((unit) => argoUnit(unit).moves)], [[], [true]]);
});
