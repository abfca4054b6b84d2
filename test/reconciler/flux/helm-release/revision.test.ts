import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { objectKey } from '../../../../src/object/identity.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { unseenValue } from '../../../../src/object/unseen-value.ts';
import type { HelmReleaseUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { noteValues } from '../../../../src/reconciler/flux/helm-release/given-values.ts';
import { noteChart } from '../../../../src/reconciler/flux/helm-release/known-chart.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { treeOf } from '../../../render/tree.ts';
import {
  attemptsOf,
  kind,
  living,
  object,
  owned,
  releaseOf,
  strategies,
  told,
  unitOf,
  ofGit,
} from './story.ts';

async function courseOf(unit: Unit, what: KubeObject = owned('ConfigMap/a')): Promise<string> {
  const live = living(what);
  const [attempt] = await attemptsOf(unit, { desired: [what], live: [live] });
  assert.ok(attempt !== undefined);
  const said = [{ attempt, live, prediction: { kind: 'object' as const, object: what } }];
  const [course] = await kind().course(unit, said, { gone: false, strategies });
  assert.ok(course !== undefined);
  return course.kind;
}

const release = releaseOf([object('ConfigMap/a')], { config: { color: 'red', door: { code: 'secret' } } });

function given(values: JsonObject, spec: JsonObject, valuesFrom: HelmReleaseUnit['valuesFrom'] = []): Unit {
  const unit = unitOf({ spec, release, rest: { valuesFrom } });
  const chart = { path: '.' };
  noteValues(unit, {
    kind: 'helm',
    chart,
    release: 'shop',
    namespace: 'web',
    valuesFiles: [],
    values: JSON.stringify(values),
    major: 4,
  });
  return unit;
}

test('The values decide as a whole, whatever gave them', async () => {
  const same = { door: { code: 'secret' }, color: 'red' };
  assert.equal(await courseOf(given(same, { values: { color: 'red' } })), 'skipped');
  assert.equal(await courseOf(given({ ...same, color: 'blue' }, {})), 'as-said');
  assert.equal(await courseOf(given({ color: 'red' }, {})), 'as-said');
  assert.equal(await courseOf(given({ ...same, more: 1 }, {})), 'as-said');
});

test('A value that may not be seen counts as the one that is on record', async () => {
  const reference = {
    kind: 'Secret',
    name: 's',
    optional: false,
    state: 'opaque',
    data: { code: '' },
  } as const;
  const spec = { valuesFrom: [{ kind: 'Secret', name: 's', targetPath: 'door.code' }] };
  const hidden = { color: 'red', door: { code: unseenValue } };
  assert.equal(await courseOf(given(hidden, spec, [reference])), 'skipped');
  assert.equal(await courseOf(given({ ...hidden, color: 'blue' }, spec, [reference])), 'as-said');
  const whole = { valuesFrom: [{ kind: 'Secret', name: 's' }] };
  assert.equal(await courseOf(given({ color: 'red' }, whole, [reference])), 'skipped');
});

async function inGit(version: string, reconcileStrategy: 'ChartVersion' | 'Revision'): Promise<Unit> {
  const chart = { valuesFiles: [], ignoreMissingValuesFiles: false, reconcileStrategy, interval: null };
  const unit = unitOf({
    release: releaseOf([object('ConfigMap/a')]),
    rest: { source: ofGit(), chartPath: './charts/shop', chart },
  });
  await noteChart(unit, treeOf({ 'charts/shop/Chart.yaml': `name: shop\nversion: ${version}\n` }));
  return unit;
}

test('A chart in Git ships with its version, or with each commit where it is told so', async () => {
  assert.equal(await courseOf(await inGit('1.0.0', 'ChartVersion')), 'skipped');
  assert.equal(await courseOf(await inGit('1.0.1', 'ChartVersion')), 'as-said');
  assert.equal(await courseOf(await inGit('1.0.0', 'Revision')), 'as-said');
});

test('What leaves a chart that does not ship stays in the release', async () => {
  const forgotten = await inGit('1.0.0', 'ChartVersion');
  assert.equal(kind().prune(forgotten, living(owned('ConfigMap/a')), false), 'unpruned');
  const bumped = await inGit('1.0.1', 'ChartVersion');
  assert.equal(kind().prune(bumped, living(owned('ConfigMap/a')), false), 'deleted');
});

test('Of a range only what the chart writes on its objects tells the version', async () => {
  const source: HelmReleaseUnit['source'] = {
    kind: 'chart',
    object: 'HelmRepository/web/charts',
    repository: 'https://charts.example',
    name: 'shop',
    version: '1.x',
    suspended: false,
    interval: null,
  };
  const unit = unitOf({ release: releaseOf([object('ConfigMap/a')]), rest: { source } });
  const labelled = (chart: string): KubeObject => {
    const what = owned('ConfigMap/a');
    return { ...what, metadata: { ...what.metadata, labels: { 'helm.sh/chart': chart } } };
  };
  assert.equal(await courseOf(unit, labelled('shop-1.0.0')), 'skipped');
  assert.equal(await courseOf(unit, labelled('shop-1.1.0')), 'as-said');
  assert.equal(await courseOf(unit), 'as-said');
});

test('Changed post-renderers make a revision', async () => {
  const unit = (spec: JsonObject): Unit =>
    unitOf({ release: releaseOf([object('ConfigMap/a')]), spec, live: { spec: {} } });
  assert.equal(await courseOf(unit({})), 'skipped');
  assert.equal(await courseOf(unit({ postRenderers: [{ kustomize: {} }] })), 'as-said');
  assert.equal(await courseOf(unit({ commonMetadata: { labels: { a: 'b' } } })), 'as-said');
});

const data = (n: string): JsonObject => ({ data: { n, m: '1' } });

test('With drift detection a release that stands is corrected, but for what is ignored', async () => {
  const ignore = [{ paths: ['/data/m'], target: { kind: 'Config.*', name: 'a|x' } }];
  const spec = { driftDetection: { mode: 'enabled', ignore } };
  const hook = object('Job/h', {}, { 'helm.sh/hook': 'pre-upgrade' });
  const unit = unitOf({
    spec,
    release: releaseOf([object('ConfigMap/a', data('1')), object('ConfigMap/b', data('1'))]),
  });
  const edited = living({ ...owned('ConfigMap/a'), data: { n: 'hand', m: 'hand' } });
  const attempts = await attemptsOf(unit, {
    desired: [hook, owned('ConfigMap/a', data('9')), owned('ConfigMap/b', data('9')), owned('ConfigMap/c')],
    live: [edited],
  });
  assert.deepEqual(told(attempts), [
    '3 skip Job/h',
    '4 patch ConfigMap/a',
    '4 create ConfigMap/b',
    '4 skip ConfigMap/c',
  ]);
  const applied = attempts.find((each) => objectKey(each.object) === objectKey(edited));
  assert.ok(applied?.kind === 'patch');
  assert.deepEqual(applied.body, { data: { n: '1' } });
});

test('An object can be left out of the correction, and a pattern that is not read says so', async () => {
  const standing = releaseOf([object('ConfigMap/a', data('1'))]);
  const kinds = async (
    ignore: readonly JsonObject[],
    annotations: JsonObject = {},
  ): Promise<string | undefined> => {
    const unit = unitOf({ spec: { driftDetection: { mode: 'enabled', ignore } }, release: standing });
    const live = living(owned('ConfigMap/a', data('2'), annotations));
    const [attempt] = await attemptsOf(unit, { desired: [owned('ConfigMap/a')], live: [live] });
    return attempt?.kind;
  };
  assert.equal(await kinds([]), 'patch');
  assert.equal(await kinds([], { 'helm.toolkit.fluxcd.io/driftDetection': 'disabled' }), 'skip');
  assert.equal(await kinds([{ paths: [''] }]), 'skip');
  assert.equal(await kinds([{ paths: ['/data'], target: { name: '(a+)+' } }]), 'unknown');
  assert.equal(await kinds([{ paths: ['/data'], target: { kind: 'Secret', name: '(a+)+' } }]), 'patch');
  const warn = unitOf({ spec: { driftDetection: { mode: 'warn' } }, release: standing });
  assert.equal(await courseOf(warn), 'skipped');
});
