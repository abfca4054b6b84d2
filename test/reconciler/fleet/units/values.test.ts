/** Values of a bundle and the labels of a cluster -> what its chart is rendered with there, by the real template program. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openRunner } from '../../../../src/process/run.ts';
import type { Runner } from '../../../../src/process/run.ts';
import type { Json, JsonObject } from '../../../../src/object/json.ts';
import { at, jsonIn } from '../../../../src/object/json.ts';
import { fleetUnit } from '../../../../src/reconciler/fleet/fleet-unit.ts';
import { createTemplates } from '../../../../src/render/go-templates.ts';
import { resolve } from '../../../bed/resolve.ts';
import type { Files } from '../../../render/tree.ts';
import { planned, unplanned } from '../rendering.ts';
import { cluster, configMap, deployment, discovered, fleetCluster, gitRepo, home, unitIn } from '../story.ts';

const chart = {
  'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'web/templates/m.yaml': configMap('m'),
};
const labels = { env: 'prod', count: '5', 'management.cattle.io/cluster-display-name': 'berlin' };

function bundle(fleetYaml: string, more: Files = {}): Files {
  return { ...chart, 'web/fleet.yaml': fleetYaml, ...more };
}

function homes(more: JsonObject = {}): ReturnType<typeof home>[] {
  return [
    home([gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), fleetCluster('b', labels, more)]),
  ];
}

async function valuesIn(files: Files): Promise<Json | undefined> {
  const plan = await planned(await unitIn(files, { homes: homes() }), files);
  return plan.kind === 'helm' ? jsonIn(plan.values ?? '') : undefined;
}

test('values files lie above values that stand in place, and the later above the earlier', async () => {
  const fleetYaml = 'helm:\n  values: { a: 1, b: { c: 1, d: 1 } }\n  valuesFiles: [one.yaml, two.yaml]\n';
  const files = bundle(fleetYaml, { 'web/one.yaml': 'a: 2\nb: { c: 2 }', 'web/two.yaml': 'b: { c: 3 }' });
  assert.deepEqual(await valuesIn(files), { a: 2, b: { c: 3, d: 1 } });
});

test('a value that begins with the words for a label is replaced by that label, or by nothing', async () => {
  const fleetYaml = [
    'helm:',
    '  values:',
    '    env: global.fleet.clusterLabels.env',
    '    none: global.fleet.clusterLabels.none',
    '    in: { name: global.fleet.clusterLabels.management.cattle.io/cluster-display-name }',
    '    list: [global.fleet.clusterLabels.env, { a: global.fleet.clusterLabels.env }]',
  ].join('\n');
  assert.deepEqual(await valuesIn(bundle(fleetYaml)), {
    env: 'prod',
    none: '',
    in: { name: 'berlin' },
    list: ['global.fleet.clusterLabels.env', { a: 'prod' }],
  });
});

test('without the program for templates what they make of values is a gap', async () => {
  const files = bundle('helm: { values: { env: "${ .ClusterLabels.env }" } }');
  const unit = await unitIn(files, { homes: homes() });
  assert.match(await unplanned(unit, files), /its values are templates, which were not evaluated/u);
});

test('a key of a Secret of the cluster is opaque, and what comes of it a gap', async () => {
  const files = bundle('helm: { valuesFrom: [{ secretKeyRef: { name: s, namespace: ns } }] }');
  assert.match(
    await unplanned(await unitIn(files, { homes: homes() }), files),
    /values\.yaml of the Secret ns\/s/u,
  );
});

test('what a ConfigMap of the cluster holds lies above the values of the bundle', async () => {
  const options = { helm: { valuesFrom: [{ configMapKeyRef: { name: 'm', namespace: 'n', key: 'k' } }] } };
  const files = bundle(JSON.stringify({ helm: { ...options.helm, values: { a: 1, b: 1 } } }));
  const live = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'm', namespace: 'n' },
    data: { k: 'b: 2' },
  };
  const objects = [
    gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }),
    fleetCluster('b', labels),
    deployment('infra-web', 'b', { spec: { options } }),
  ];
  const given = {
    clusters: [cluster('hub'), cluster('b')],
    homes: [home(objects, { elsewhere: new Map([['b', [live]]]) })],
  };
  const plan = await planned(await unitIn(files, given), files);
  assert.deepEqual(jsonIn(plan.kind === 'helm' ? (plan.values ?? '') : ''), { a: 1, b: 2 });
});

describe('Templates in values', () => {
  let run: Runner;
  before(async () => {
    run = await openRunner({ programs: { gotemplate: await resolve('gotemplate') } });
  });
  after(async () => run.close());

  async function helmOf(
    fleetYaml: string,
    more: JsonObject = {},
  ): Promise<{ values: Json | undefined; problem: string | null }> {
    const found = await discovered(bundle(fleetYaml), { homes: homes(more) }, createTemplates(run));
    const [unit] = found.units;
    assert.ok(unit);
    const { options, problem } = fleetUnit(unit);
    return { values: at(options, 'helm', 'values'), problem };
  }

  test('are evaluated as one YAML text, so that a number stays a number', async () => {
    const { values } = await helmOf(
      'helm:\n  values:\n    count: ${ .ClusterLabels.count }\n    t: x${ .ClusterName }\n    u: ${ .ClusterLabels.env | upper | quote }\n',
    );
    assert.deepEqual(values, { count: 5, t: 'xb', u: 'PROD' });
  });

  test('know the values and the workspace of the cluster', async () => {
    const { values } = await helmOf(
      'helm: { values: { z: "${ .ClusterValues.zone }", w: "${ .ClusterNamespace }" } }',
      { spec: { templateValues: { zone: 'eu' } } },
    );
    assert.deepEqual(values, { z: 'eu', w: 'fleet-default' });
  });

  test('of templateValues are YAML of their own and lie above values', async () => {
    const { values } = await helmOf(
      'helm:\n  values: { a: 1 }\n  templateValues:\n    list: |\n      ${- range $k, $v := .ClusterLabels }\n      ${- if eq $k "env" }\n      - ${ $v }\n      ${- end }\n      ${- end }\n',
    );
    assert.deepEqual(values, { a: 1, list: ['prod'] });
  });

  test('that ask for a label which the cluster has not stop the bundle there', async () => {
    const { problem } = await helmOf('helm: { values: { a: "${ .ClusterLabels.none }" } }');
    assert.match(problem ?? '', /map has no entry for key "none"/u);
  });

  test('are left alone where the bundle says so', async () => {
    const { values } = await helmOf('helm: { disablePreProcess: true, values: { a: "${ .ClusterName }" } }');
    assert.deepEqual(values, { a: '${ .ClusterName }' });
  });

  test('call no function that only an ApplicationSet has', async () => {
    const { problem } = await helmOf('helm: { values: { a: "${ normalize .ClusterName }" } }');
    assert.match(problem ?? '', /function "normalize" not defined/u);
  });
});
