import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { counterpart } from '../../../../src/reconciler/argo-cd/units/hydrator.ts';
import { renderPlan } from '../../../../src/reconciler/argo-cd/units/plan.ts';
import { treeOf } from '../../../render/tree.ts';
import { application, file, here, inCluster, origin, unitIn } from './story.ts';

const hydrated = {
  ...application(),
  spec: {
    project: 'default',
    destination: inCluster,
    sourceHydrator: {
      drySource: { repoURL: here, path: 'chart', targetRevision: 'main', helm: { releaseName: 'front' } },
      syncSource: { targetBranch: 'env/prod', path: 'web' },
    },
  },
};
const dryTree = treeOf({ 'app.yaml': file(hydrated), 'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n' });
const wetTree = treeOf({ 'app.yaml': file(hydrated), 'web/manifest.yaml': '' });

test('A merge into the dry branch is rendered as the hydrator will', async () => {
  const unit = await unitIn(dryTree);
  assert.equal(unit.path, 'chart');
  const plan = await renderPlan(unit, dryTree);
  assert.deepEqual(plan.kind === 'helm' ? [plan.chart, plan.release] : plan, [{ path: 'chart' }, 'front']);
  const other = counterpart(unit);
  assert.deepEqual(other?.remote, { kind: 'git', url: here, revision: 'env/prod', path: '.' });
  assert.equal(other.side, 'base');
  const otherPlan = await renderPlan(other.unit, wetTree);
  assert.deepEqual(otherPlan.kind === 'directory' ? otherPlan.path : otherPlan, 'web');
});

test('A merge into the hydrated branch is what it holds, and is compared with its dry source', async () => {
  const given = { origin: { ...origin, branch: 'env/prod' } };
  const unit = await unitIn(wetTree, given);
  assert.equal((await renderPlan(unit, wetTree)).kind, 'directory');
  const other = counterpart(unit);
  assert.deepEqual(other?.remote, { kind: 'git', url: here, revision: 'main', path: '.' });
  assert.equal(other.side, 'head');
  assert.equal((await renderPlan(other.unit, dryTree)).kind, 'helm');
});

test('An Application without a hydrator has no other half', async () => {
  assert.equal(counterpart(await unitIn({ 'web.yaml': file(application()) })), undefined);
});

test('A hydrated branch that is not what its dry source renders is said, with the objects', async () => {
  const other = counterpart(await unitIn(dryTree));
  const declared = (
    name: string,
    value: string,
  ): { readonly object: KubeObject; readonly origin: undefined } => ({
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } },
    origin: undefined,
  });
  const dry = [declared('a', '1'), declared('b', '1')];
  assert.ok(other !== undefined);
  assert.equal(other.compare(dry, dry.toReversed()), undefined);
  const remark = other.compare(dry, [declared('a', '2')]);
  assert.equal(remark?.severity, 'block');
  assert.match(remark.detail, /2 objects differ \(ConfigMap a, ConfigMap b\)/);
});
