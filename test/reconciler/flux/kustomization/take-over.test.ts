import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Answer, Prediction } from '../../../../src/live/answer.ts';
import { neededFor } from '../../../../src/live/needed-rights.ts';
import { foundObjects, readLive } from '../../../../src/live/read-live.ts';
import { predict } from '../../../../src/live/predict.ts';
import type { Session } from '../../../../src/live/session.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { attemptsFor } from '../../../../src/reconciler/flux/kustomization/apply/attempts.ts';
import { proveNothingWritten } from '../../../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../../../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../../../bed/identity.ts';
import { openKubectl, type Kubectl } from '../../../bed/kubectl.ts';
import { pathsOf } from '../../../bed/resources.ts';
import { seed } from '../../../bed/seed.ts';
import { configMap, deployment, namespace } from '../../../live/asking.ts';
import { fluxApplies } from './flux-steps.ts';
import { kustomizationOf } from './kustomization-unit.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
let kubectl: Kubectl;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  kubectl = await openKubectl(bed);
  await seed(bed, [namespace('takes')]);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

async function answered(object: KubeObject, spec: JsonObject = {}): Promise<Answer> {
  const live = await readLive(session, { declared: [object], named: [] });
  const head = attemptsFor(kustomizationOf({ spec }), {
    desired: [{ object, origin: undefined }],
    leaving: [],
    live: foundObjects(live),
    strategies: () => undefined,
  });
  const [answer] = (await predict(session, { head, base: [], live, declared: [object] })).head;
  assert.ok(answer !== undefined);
  return answer;
}

async function predicted(object: KubeObject): Promise<Prediction> {
  return (await answered(object)).prediction;
}

/** A body that names its kind is applied on the server, any other one is merged. */
async function send(who: string, object: KubeObject, body: JsonObject): Promise<void> {
  const path = `${await pathsOf(bed.admin)(object)}?fieldManager=${who}`;
  const contentType = 'kind' in body ? 'application/apply-patch+yaml' : 'application/merge-patch+json';
  const { status } = await bed.admin.send({ method: 'PATCH', path, body, contentType });
  assert.ok(status === 200 || status === 201);
}

const ofOneWrite = new Set(['resourceVersion', 'generation', 'uid', 'creationTimestamp', 'managedFields']);

/** What the two must have in common: all that was declared, and who owns which field. */
function comparable(object: Json): Json {
  const metadata = at(object, 'metadata');
  assert.ok(isJsonObject(object) && isJsonObject(metadata));
  const list = metadata['managedFields'];
  assert.ok(isJsonArray(list) && list.length > 0);
  const entries = list.map((entry) => ({
    who: JSON.stringify([at(entry, 'manager'), at(entry, 'operation'), at(entry, 'subresource')]),
    fields: at(entry, 'fieldsV1') ?? null,
  }));
  return {
    ...object,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !ofOneWrite.has(key))),
    owners: entries.sort((a, b) => Number(a.who > b.who) - Number(a.who < b.who)),
  };
}

async function landsAsPredicted(object: KubeObject, cleans = true): Promise<JsonObject> {
  const prediction = await predicted(object);
  assert.equal(prediction.kind, 'object', JSON.stringify(prediction));
  const later = await fluxApplies(bed, object, cleans);
  assert.deepEqual(comparable(prediction.kind === 'object' ? prediction.object : null), comparable(later));
  return later;
}

test('What kubectl applied from a file goes where Git does not have it, with the record of it', async () => {
  await kubectl(configMap('plain', { kept: '1', dropped: '2' }, 'takes'), 'apply');
  const later = await landsAsPredicted(configMap('plain', { kept: '3' }, 'takes'));
  assert.deepEqual(later['data'], { kept: '3' });
  assert.equal(at(later, 'metadata', 'annotations'), undefined);
});

test('A variable that a person edited into a container goes, one of another controller stays', async () => {
  const there = deployment('edited', { namespace: 'takes' });
  await fluxApplies(bed, there);
  const withEnv = (name: string): JsonObject => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: { template: { spec: { containers: [{ name: 'web', env: [{ name, value: '1' }] }] } } },
  });
  await send('kubectl-edit', there, withEnv('BY_HAND'));
  await send('injector', there, withEnv('INJECTED'));
  const later = await landsAsPredicted(there);
  assert.deepEqual(at(later, 'spec', 'template', 'spec', 'containers', 0, 'env'), [
    { name: 'INJECTED', value: '1' },
  ]);
});

test('What kubectl applied on the server goes, too, and what it shares with another stays', async () => {
  const there = configMap('server', { git: '1' }, 'takes');
  await fluxApplies(bed, there);
  const both = { ...there, data: { shared: 'x', own: 'y' } };
  await send('kubectl', there, both);
  await send('other', there, { ...there, data: { shared: 'x' } });
  const later = await landsAsPredicted(there);
  assert.deepEqual(later['data'], { git: '1', shared: 'x' });
});

test('A number that kubectl scaled stays where Git has none, and is taken back where Git has one', async () => {
  const stated = deployment('scaled', { namespace: 'takes', replicas: 2 });
  await fluxApplies(bed, stated);
  const path = `${await pathsOf(bed.admin)(stated)}/scale?fieldManager=kubectl`;
  const scaled = await bed.admin.send({
    method: 'PATCH',
    path,
    contentType: 'application/merge-patch+json',
    body: { spec: { replicas: 7 } },
  });
  assert.equal(scaled.status, 200);
  const { replicas: _unstated, ...spec } = isJsonObject(stated['spec']) ? stated['spec'] : {};
  const later = await landsAsPredicted({ ...stated, spec });
  assert.equal(at(later, 'spec', 'replicas'), 7);
  const back = await landsAsPredicted(stated);
  assert.equal(at(back, 'spec', 'replicas'), 2);
});

test('What the manager flux-client-side-apply wrote survives', async () => {
  const there = configMap('survives', { git: '1' }, 'takes');
  await fluxApplies(bed, there);
  await send('flux-client-side-apply', there, { data: { mine: '1' } });
  await send('kubectl-patch', there, { data: { theirs: '1' } });
  const later = await landsAsPredicted(there);
  assert.deepEqual(later['data'], { git: '1', mine: '1' });
});

test('What the controller itself wrote before it applied on the server becomes its own', async () => {
  const there = configMap('before', { git: '1', old: '2' }, 'takes');
  await send('kustomize-controller', await seeded(there), { data: { older: '3' } });
  const later = await landsAsPredicted(configMap('before', { git: '1' }, 'takes'));
  assert.deepEqual(later['data'], { git: '1' });
});

/** Made by its own earlier way: as an update. */
async function seeded(object: KubeObject): Promise<KubeObject> {
  await kubectl(object, 'apply', '--field-manager=kustomize-controller');
  return object;
}

test('Entries of another version of the kind are taken over with all that they hold', async () => {
  const scaler = (version: string, spec: JsonObject): KubeObject => ({
    apiVersion: `autoscaling/${version}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'versions', namespace: 'takes' },
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' }, ...spec },
  });
  await kubectl(
    scaler('v1', { maxReplicas: 5, minReplicas: 2, targetCPUUtilizationPercentage: 70 }),
    'apply',
  );
  const later = await landsAsPredicted(scaler('v2', { maxReplicas: 6 }));
  assert.equal(at(later, 'spec', 'minReplicas'), 1);
  await send('kubectl-patch', scaler('v1', {}), { spec: { minReplicas: 3 } });
  const again = await landsAsPredicted(scaler('v2', { maxReplicas: 6 }));
  assert.equal(at(again, 'spec', 'minReplicas'), 1);
});

test('The record of kubectl goes whoever owns it by now', async () => {
  const there = configMap('record', { git: '1' }, 'takes');
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}', 'note.example.org/a': 'b' };
  await send('terraform', there, { ...there, metadata: { ...there.metadata, annotations } });
  const later = await landsAsPredicted(there);
  assert.deepEqual(at(later, 'metadata', 'annotations'), { 'note.example.org/a': 'b' });
});

test('With ssa: Merge nothing is taken over', async () => {
  const there = configMap('merges', { git: '1' }, 'takes');
  await kubectl(configMap('merges', { git: '1', mine: '2' }, 'takes'), 'apply');
  const annotations = { 'kustomize.toolkit.fluxcd.io/ssa': 'Merge' };
  const later = await landsAsPredicted({ ...there, metadata: { ...there.metadata, annotations } }, false);
  assert.deepEqual(later['data'], { git: '1', mine: '2' });
});

test('An immutable field is refused, and with spec.force the object is made anew', async () => {
  const there = deployment('forced', { namespace: 'takes', app: 'one' });
  await fluxApplies(bed, there);
  const wanted = deployment('forced', { namespace: 'takes', app: 'two' });
  assert.equal((await predicted(wanted)).kind, 'refused');
  const answer = await answered(wanted, { force: true });
  const verbs = neededFor(session, answer).map(({ verb }) => verb);
  assert.deepEqual(verbs, ['patch', 'delete', 'create']);
  const anew = answer.prediction;
  assert.ok(anew.kind === 'recreated');
  assert.equal(anew.object.metadata.name, 'forced');
  assert.deepEqual(at(anew.object, 'spec', 'selector'), { matchLabels: { app: 'two' } });
  const [entry] = isJsonArray(anew.object.metadata['managedFields'])
    ? anew.object.metadata['managedFields']
    : [];
  assert.equal(at(entry, 'manager'), 'kustomize-controller');
  assert.equal(at(entry, 'operation'), 'Apply');
});
