import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Prediction } from '../../src/live/answer.ts';
import type { Session } from '../../src/live/session.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { openKubectl, type Kubectl } from '../bed/kubectl.ts';
import { pathsOf } from '../bed/resources.ts';
import { seed } from '../bed/seed.ts';
import { apply, askOne, configMap, deployment, namespace } from './asking.ts';

const manager = 'argocd-controller';
const clientSide = 'kubectl-client-side-apply';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
/** It moves fields of client-side apply to a server-side apply just as Argo CD does. */
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

async function kubectlApply(object: KubeObject, ...flags: readonly string[]): Promise<void> {
  await kubectl(object, 'apply', ...flags);
}

async function landed(object: KubeObject): Promise<JsonObject> {
  const path = await pathsOf(bed.admin)(object);
  return (await bed.admin.send({ method: 'GET', path })).body;
}

async function patchAs(who: string, object: KubeObject, body: JsonObject): Promise<void> {
  const path = `${await pathsOf(bed.admin)(object)}?fieldManager=${who}`;
  const contentType = 'application/merge-patch+json';
  const { status } = await bed.admin.send({ method: 'PATCH', path, body, contentType });
  assert.equal(status, 200);
}

async function predicted(object: KubeObject, takesOver: readonly string[]): Promise<Prediction> {
  const attempt = apply(object, { manager, force: true, validation: 'Warn', takesOver });
  return (await askOne(session, attempt)).prediction;
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

async function landsAsPredicted(object: KubeObject, takesOver: readonly string[]): Promise<JsonObject> {
  const prediction = await predicted(object, takesOver);
  assert.equal(prediction.kind, 'object');
  await kubectlApply(object, '--server-side', '--force-conflicts', `--field-manager=${manager}`);
  const later = await landed(object);
  assert.deepEqual(comparable(prediction.kind === 'object' ? prediction.object : null), comparable(later));
  return later;
}

test('A key that client-side apply had put there goes, and the record of it with it', async () => {
  const earlier = configMap('plain', { kept: '1', dropped: '2' }, 'takes');
  await kubectlApply(earlier);
  const later = await landsAsPredicted(configMap('plain', { kept: '3' }, 'takes'), [clientSide]);
  assert.deepEqual(later['data'], { kept: '3' });
  assert.equal(at(later, 'metadata', 'annotations'), undefined);
});

test('What others own stays: a scaled number, a label, an annotation, an item of a list', async () => {
  const earlier = deployment('shared', {
    namespace: 'takes',
    replicas: 2,
    pod: {
      initContainers: [{ name: 'first', image: 'a:1' }],
      hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }],
    },
  });
  await kubectlApply({ ...earlier, metadata: { ...earlier.metadata, labels: { team: 'one', tier: 'web' } } });
  await patchAs('kubectl-patch', earlier, {
    metadata: { annotations: { note: 'by hand' }, labels: { tier: 'db' } },
    spec: { replicas: 5 },
  });
  const plain = deployment('shared', { namespace: 'takes' });
  const { replicas: _unstated, ...spec } = isJsonObject(plain['spec']) ? plain['spec'] : {};
  const later = await landsAsPredicted({ ...plain, spec }, [clientSide]);
  assert.equal(at(later, 'spec', 'replicas'), 5);
  assert.deepEqual(at(later, 'metadata', 'labels'), { tier: 'db' });
  assert.equal(at(later, 'metadata', 'annotations', 'note'), 'by hand');
  assert.equal(at(later, 'spec', 'template', 'spec', 'initContainers'), undefined);
});

test('An item that leaves a list goes with its defaults, and the others stay as they are', async () => {
  const web = { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }, { containerPort: 81 }] };
  const side = { name: 'side', image: 'side:1', env: [{ name: 'A', value: '1' }] };
  const withPods = (containers: readonly JsonObject[]): KubeObject =>
    deployment('pods', { namespace: 'takes', pod: { containers } });
  await kubectlApply(withPods([web, side]));
  const later = await landsAsPredicted(withPods([{ ...web, ports: [{ containerPort: 80 }] }]), [clientSide]);
  const containers = at(later, 'spec', 'template', 'spec', 'containers');
  assert.ok(isJsonArray(containers));
  assert.deepEqual(
    containers.map((each) => at(each, 'name')),
    ['web'],
  );
});

test('An Application that turns to server-side apply takes over from its own client-side apply', async () => {
  await kubectlApply(configMap('own', { kept: '1', dropped: '2' }, 'takes'), `--field-manager=${manager}`);
  const later = await landsAsPredicted(configMap('own', { kept: '1' }, 'takes'), [manager]);
  assert.deepEqual(later['data'], { kept: '1' });
  // The second time nothing is left to be taken over.
  await landsAsPredicted(configMap('own', { kept: '1', more: '2' }, 'takes'), []);
});

test('Without a take-over the key would stay', async () => {
  await kubectlApply(configMap('left', { kept: '1', dropped: '2' }, 'takes'));
  const prediction = await predicted(configMap('left', { kept: '1' }, 'takes'), []);
  assert.ok(prediction.kind === 'object');
  assert.deepEqual(prediction.object['data'], { kept: '1', dropped: '2' });
});

test('A patch that the server calls invalid becomes a recreation where the reconciler forces it', async () => {
  const earlier = deployment('forced', { namespace: 'takes', app: 'one' });
  await kubectlApply(earlier, `--field-manager=${manager}`);
  const wanted = deployment('forced', { namespace: 'takes', app: 'two' });
  const patch = {
    kind: 'patch',
    object: wanted,
    manager,
    type: 'application/merge-patch+json',
    body: { spec: { selector: { matchLabels: { app: 'two' } } } },
    validation: 'Warn',
    stage: 0,
  } as const;
  assert.equal((await askOne(session, patch)).prediction.kind, 'refused');
  const { prediction } = await askOne(session, { ...patch, recreatesAs: wanted });
  assert.ok(prediction.kind === 'recreated');
  assert.equal(prediction.object.metadata.name, 'forced');
  assert.deepEqual(at(prediction.object, 'spec', 'selector'), { matchLabels: { app: 'two' } });
});

test('A patch without members is not sent: the object stays as it is', async () => {
  const there = configMap('still', { a: '1' }, 'takes');
  await kubectlApply(there);
  const { live, prediction } = await askOne(session, {
    kind: 'patch',
    object: there,
    manager,
    type: 'application/merge-patch+json',
    body: {},
    validation: 'Warn',
    stage: 0,
  });
  assert.ok(live.kind === 'found' && prediction.kind === 'object');
  assert.deepEqual(prediction.object, live.object);
});

test('What the reconciler refuses itself, and what cannot be told, is asked of nobody', async () => {
  const why = session.mask.text('because');
  const object = configMap('unasked', {}, 'takes');
  const refused = await askOne(session, { kind: 'refuse', object, ends: 'sync', why, stage: 0 });
  assert.deepEqual(refused.prediction, { kind: 'refused', by: 'reconciler', message: why });
  const unknown = await askOne(session, { kind: 'unknown', object, why, stage: 0 });
  assert.ok(unknown.prediction.kind === 'gap');
  assert.equal(unknown.prediction.gap.kind, 'kind-unknown');
  assert.match(unknown.prediction.gap.why, /because$/u);
});
