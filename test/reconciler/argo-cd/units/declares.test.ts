import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { declares } from '../../../../src/reconciler/argo-cd/units/declares.ts';
import { treeOf } from '../../../render/tree.ts';
import type { Files } from '../../../render/tree.ts';
import { application, discovered, file, here, home } from './story.ts';

async function told(files: Files, spec: JsonObject = {}, live: readonly KubeObject[] = []): Promise<boolean> {
  const tree = treeOf({ 'root/shop.yaml': file(application({ name: 'shop', spec })), ...files });
  const { units } = await discovered(tree, { homes: [home(live)] });
  const unit = units.find(({ id }) => id === 'argo-cd/hub/argocd/shop');
  assert.ok(unit);
  return declares(unit, tree);
}

const chart = { 'web/Chart.yaml': 'name: web\nversion: 1.0.0\n' };

test('A render may declare Applications where a text that it is made of names them', async () => {
  assert.ok(await told({ 'web/a.yaml': file(application()) }));
  assert.ok(
    await told({
      ...chart,
      'web/templates/a.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: {{ .Values.kind }}\n',
    }),
  );
  assert.ok(await told({ 'web/cm.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm}\n' }));
  assert.ok(
    !(await told({ 'web/a.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: a}\n' })),
  );
  assert.ok(
    !(await told({ 'web/a.yaml': 'kind: ConfigMap\n', 'other/a.yaml': file(application({ name: 'b' })) })),
  );
});

test('What was deployed last says it too', async () => {
  const status = {
    resources: [{ group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: 'a' }],
  };
  assert.ok(await told(chart, {}, [{ ...application({ name: 'shop' }), status }]));
});

test('A chart from elsewhere may make Applications where its name or its values say so', async () => {
  const of = (name: string, helm: JsonObject = {}): JsonObject => ({
    source: { repoURL: 'https://charts.example', chart: name, targetRevision: '1.0.0', helm },
  });
  assert.ok(!(await told({}, of('redis', { values: 'a: 1' }))));
  assert.ok(await told({}, of('argocd-apps')));
  assert.ok(await told({}, of('generic', { values: `repoURL: ${here}` })));
  assert.ok(await told({ 'web/a': '' }, { source: { repoURL: here, path: 'web', plugin: {} } }));
});
