import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Gap } from '../../../../src/object/gap.ts';
import { words } from '../../../../src/object/masked.ts';
import { decisionReads } from '../../../../src/reconciler/argo-cd/application-set/decision-reads.ts';
import { applications, cluster, errorOf, gapsOf, type Given, objectsIn, setOf, template } from './bench.ts';

const map = `apiVersion: v1
kind: ConfigMap
metadata: {name: placement, namespace: argocd}
data: {apiVersion: cluster.example/v1, kind: placementdecisions, statusListKey: decisions, matchKey: clusterName}
`;

function decision(name: string, status: string, labels = '{}'): string {
  return `---\napiVersion: cluster.example/v1\nkind: PlacementDecision\nmetadata: {name: ${name}, namespace: argocd, labels: ${labels}}\nstatus: ${status}\n`;
}

const shops = decision('shops', '{decisions: [{clusterName: one, weight: 3000000}, {clusterName: unknown}]}');

function asks(how: string, name = '{{name}}'): string {
  return `  generators: [{clusterDecisionResource: {configMapRef: placement, ${how}}}]\n${template(name)}`;
}

const byName = asks('name: shops', '{{name}}-{{weight}}');

/** As it was read for a set that lives and names the ConfigMap. */
function seen(text: string, gaps: readonly Gap[] = []): Given {
  const objects = objectsIn(text);
  const reads = decisionReads('argocd', [setOf(byName).manifest], objects);
  return { clusters: [cluster('one'), cluster('two')], decisions: { objects, reads, gaps } };
}

test('Each cluster that was decided on and that Argo CD knows gives its parameters', async () => {
  const how = 'name: shops, values: {x: v}';
  const made = await applications(asks(how, '{{name}}-{{weight}}-{{values.x}}'), seen(map + shops));
  assert.deepEqual(Object.keys(made), ['one-3000000-v']);
});

test('A label chooses among the resources of the kind', async () => {
  const two = decision('more', '{decisions: [{clusterName: two}]}', '{region: any}');
  const chosen = asks('labelSelector: {matchLabels: {region: any}}');
  assert.deepEqual(Object.keys(await applications(chosen, seen(map + shops + two))), ['two']);
});

test('No decision yet is no Application, and no error', async () => {
  assert.deepEqual(await applications(byName, seen(map + decision('shops', '{}'))), {});
  const empty = decision('shops', '{decisions: []}');
  assert.deepEqual(await applications(byName, seen(map + empty)), {});
});

test('Without its own words for them the decisions are in `clusters`, and none is of a cluster that is not named', async () => {
  const unnamed = map.replace(', statusListKey: decisions', '');
  const one = decision('shops', '{clusters: [{clusterName: one, weight: 1}, {weight: 2}]}');
  assert.deepEqual(Object.keys(await applications(byName, seen(unnamed + one))), ['one-1']);
  const keyless = map.replace(', matchKey: clusterName', '');
  assert.deepEqual(await applications(byName, seen(keyless + shops)), {});
});

test('Where the controller fails, the set is in error', async () => {
  assert.match(await errorOf(byName, seen('')), /configmaps "placement" not found/);
  assert.match(await errorOf(byName, seen(map)), /no clusterDecisionResources found/);
  assert.match(await errorOf(byName, seen(map.replace('cluster.example/v1', 'v1'))), /apiVersion, kind or/);
  assert.match(await errorOf(byName, seen(map.replace('placementd', 'PlacementD'))), /no cluster/);
  const other = decision('shops', '{clusters: []}');
  assert.match(await errorOf(byName, seen(map + other)), /status.decisions of shops is no list/);
  assert.match(await errorOf(asks('name: x, labelSelector: {matchLabels: {a: b}}'), seen(map)), /definition/);
});

test('A value that is no text was too much before version 3.5', async () => {
  const old = { ...seen(map + shops), version: 'v3.4.1' };
  assert.match(await errorOf(byName, old), /a decision has a value that is no text/);
});

test('What was not read or is forbidden is a gap that names it and the parameters', async () => {
  const forbidden = words`it is forbidden`;
  const gap = (kind: string, name: string, group: string): Gap => ({
    kind: 'cluster-forbidden',
    unit: undefined,
    object: { group, kind, namespace: 'argocd', name },
    why: forbidden,
  });
  const about =
    /^live-value-needed: the clusters that the resource of ConfigMap placement decides on: (.*) \(its templates use name, weight\)/;
  const said = async (given: Given): Promise<string | undefined> =>
    about.exec((await gapsOf(byName, given))[0] ?? '')?.[1];
  const isForbidden = 'it is forbidden';
  assert.equal(await said(seen('', [gap('ConfigMap', 'placement', '')])), isForbidden);
  assert.equal(await said(seen(map, [gap('placementdecisions', '*', 'cluster.example')])), isForbidden);
  const unasked = { clusters: [], decisions: { objects: objectsIn(map), reads: [], gaps: [] } };
  assert.match((await said(unasked)) ?? '', /no ApplicationSet in the cluster names that ConfigMap yet/);
  assert.match((await said({ decisions: undefined })) ?? '', /cannot be seen/);
});

test('The ConfigMap is read first, and then what it names; a template names none', () => {
  const nested = `  generators: [{matrix: {generators: [{list: {}}, {clusterDecisionResource: {configMapRef: placement}}]}}, {clusterDecisionResource: {configMapRef: '{{name}}'}}]\n`;
  const sets = [setOf(nested).manifest];
  const first = [{ group: '', kind: 'ConfigMap', namespace: 'argocd', name: 'placement' }];
  assert.deepEqual(decisionReads('argocd', sets, []), first);
  const then = {
    group: 'cluster.example',
    version: 'v1',
    kind: 'placementdecisions',
    namespace: 'argocd',
  };
  assert.deepEqual(decisionReads('argocd', sets, objectsIn(map)), [...first, then]);
  const secrets = map.replace('cluster.example/v1', 'v1').replace('placementdecisions', 'secrets');
  assert.deepEqual(decisionReads('argocd', sets, objectsIn(secrets)), first);
});
