import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Session } from '../../src/live/session.ts';
import { at } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askAll, askOne, configMap, create, deployment } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  const proof = await proveNothingWritten(bed);
  assert.ok(proof.dryRuns > 20);
  await identity.cluster.close();
  await bed.stop();
});

test('A new object is created, a changed one keeps its uid, and an unchanged one is answered as it lives', async () => {
  await seed(bed, [configMap('changed', { a: '1' }), configMap('same', { a: '1' })], 'kubectl');
  const { head } = await askAll(session, {
    head: [
      apply(configMap('fresh', { a: '1' })),
      apply(configMap('changed', { a: '2' })),
      apply(configMap('same', { a: '1' })),
    ],
  });
  const [fresh, changed, same] = head;
  assert.equal(fresh?.live.kind, 'absent');
  assert.equal(
    fresh.prediction.kind === 'object' && at(fresh.prediction.object, 'metadata', 'resourceVersion'),
    undefined,
  );
  assert.ok(changed?.live.kind === 'found' && changed.prediction.kind === 'object');
  assert.equal(at(changed.live.object, 'data', 'a'), '1');
  assert.equal(at(changed.prediction.object, 'data', 'a'), '2');
  assert.equal(at(changed.prediction.object, 'metadata', 'uid'), at(changed.live.object, 'metadata', 'uid'));
  assert.ok(same?.live.kind === 'found' && same.prediction.kind === 'object');
  assert.deepEqual(same.prediction.object, same.live.object);
});

test('A field that another manager owns is a conflict that names manager and field; with force it is taken over', async () => {
  await seed(bed, [deployment('owned', { replicas: 3 })], 'autoscaler');
  const wish = deployment('owned', { replicas: 5 });
  const answer = await askOne(session, apply(wish, { manager: 'other' }));
  assert.ok(answer.prediction.kind === 'conflict');
  assert.deepEqual(answer.prediction.conflicts, [{ manager: 'autoscaler', field: '.spec.replicas' }]);
  assert.equal(
    answer.prediction.message,
    'Apply failed with 1 conflict: conflict with "autoscaler": .spec.replicas',
  );
  const forced = await askOne(session, apply(wish, { manager: 'other', force: true }));
  assert.equal(forced.prediction.kind === 'object' && at(forced.prediction.object, 'spec', 'replicas'), 5);
});

test('What the server would refuse is refused in its own words', async () => {
  await seed(bed, [deployment('fixed'), configMap('taken', {}), configMap('frozen', { a: '1' })], 'kubectl');
  const pod: KubeObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'no-account', namespace: 'default' },
    spec: { serviceAccountName: 'ghost', containers: [{ name: 'a', image: 'a' }] },
  };
  const cases: readonly (readonly [string, Attempt, RegExp])[] = [
    [
      '500, unknown field',
      apply({ ...deployment('typo'), spec: { replica: 3 } }),
      /^failed to create typed patch object .*\.spec\.replica: field not declared in schema/,
    ],
    [
      '400, unknown field of a create',
      create({ ...configMap('typo', {}), datum: {} }),
      /unknown field "datum"/,
    ],
    [
      '422, immutable field',
      apply(deployment('fixed', { app: 'other' }), { force: true }),
      /spec\.selector: Invalid value: .*field is immutable/,
    ],
    ['422, invalid value', apply(configMap('Not_A_Name', {})), /metadata\.name: Invalid value: "Not_A_Name"/],
    ['404, namespace missing', apply(configMap('lost', {}, 'nowhere')), /^namespaces "nowhere" not found$/],
    ['409, exists', create(configMap('taken', {})), /configmaps "taken" already exists/],
    [
      '409, another version',
      apply({
        ...configMap('taken', {}),
        metadata: { name: 'taken', namespace: 'default', resourceVersion: '1' },
      }),
      /the object has been modified/,
    ],
    [
      '403, admission',
      apply(pod),
      /pods "no-account" is forbidden: error looking up service account default\/ghost/,
    ],
    [
      '404, kind unknown',
      apply({ apiVersion: 'example.test/v1', kind: 'Widget', metadata: { name: 'w', namespace: 'default' } }),
      /^no matches for kind "Widget" in version "example\.test\/v1"$/,
    ],
    [
      '404, version unknown',
      apply({ ...deployment('old'), apiVersion: 'apps/v1beta1' }),
      /^no matches for kind "Deployment" in version "apps\/v1beta1" \(the server has it in version v1\)$/,
    ],
    [
      '403, delete of what may not go',
      {
        kind: 'delete',
        object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } },
        propagation: 'Background',
        stage: 0,
      },
      /this namespace may not be deleted/,
    ],
    [
      'apply of a generated name',
      apply({ ...configMap('', {}), metadata: { name: '', generateName: 'x-', namespace: 'default' } }),
      /^apply cannot name this object: default\/x-\*$/,
    ],
    ['a name that is a path', apply(configMap('../../secrets', {})), /^apply cannot name this object/],
  ];
  for (const [title, attempt, message] of cases) {
    const { prediction } = await askOne(session, attempt);
    assert.ok(prediction.kind === 'refused', `${title}: ${JSON.stringify(prediction)}`);
    assert.equal(prediction.by, 'server', title);
    assert.match(prediction.message, message, title);
    assert.equal(prediction.unserved, title.endsWith(' unknown') ? true : undefined, title);
  }
});

test('All kinds of attempts are asked as what they are', async () => {
  await seed(
    bed,
    [deployment('many'), configMap('doomed', { a: '1' }), configMap('replaced', { a: '1', b: '2' })],
    'kubectl',
  );
  const common = { manager: 'm', validation: 'Strict', stage: 0 } as const;
  const { head } = await askAll(session, {
    head: [
      {
        ...common,
        kind: 'patch',
        object: deployment('many'),
        type: 'application/strategic-merge-patch+json',
        body: { spec: { replicas: 7 } },
      },
      { ...common, kind: 'put', object: configMap('replaced', { a: '3' }) },
      {
        ...common,
        kind: 'create',
        object: { ...configMap('', {}), metadata: { name: '', generateName: 'hook-', namespace: 'default' } },
      },
      { kind: 'delete', object: configMap('doomed', {}), propagation: 'Background', stage: 0 },
      { kind: 'delete', object: configMap('never-was', {}), propagation: 'Background', stage: 0 },
    ],
  });
  const [patched, put, created, deleted, nothing] = head.map((answer) => answer.prediction);
  assert.equal(patched?.kind === 'object' && at(patched.object, 'spec', 'replicas'), 7);
  assert.deepEqual(put?.kind === 'object' && put.object['data'], { a: '3' });
  assert.match(String(created?.kind === 'object' && created.object.metadata.name), /^hook-\w+$/);
  assert.equal(deleted?.kind, 'deleted');
  assert.deepEqual(nothing, { kind: 'skipped', why: 'there is nothing to delete' });
});

const recreate = { kind: 'recreate', manager: 'm', validation: 'Strict', stage: 0 } as const;

test('A recreated object is asked for under another name, without what belongs to its earlier life', async () => {
  const service: KubeObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'front', namespace: 'default' },
    spec: { ports: [{ port: 80 }] },
  };
  const [made] = await seed(bed, [service], 'kubectl');
  const object = {
    ...service,
    metadata: { name: 'front', namespace: 'default', uid: at(made, 'metadata', 'uid') ?? '' },
    spec: { ports: [{ port: 81 }], clusterIP: at(made, 'spec', 'clusterIP') ?? '' },
  };
  const answer = await askOne(session, { ...recreate, object });
  assert.ok(answer.prediction.kind === 'recreated', JSON.stringify(answer.prediction));
  assert.equal(answer.prediction.object.metadata.name, 'front');
  assert.notEqual(at(answer.prediction.object, 'metadata', 'uid'), at(made, 'metadata', 'uid'));
  assert.equal(at(answer.prediction.object, 'spec', 'ports', 0, 'port'), 81);
  assert.match(String(answer.assumes[0]), /its new form was asked for under the name front-proofline-/);
});

test('What is made anew by an apply is its owner’s by Apply', async () => {
  const object = configMap('anew', { a: '1' });
  await seed(bed, [object], 'kubectl');
  const { prediction } = await askOne(session, { ...recreate, object, byApply: true });
  assert.ok(prediction.kind === 'recreated', JSON.stringify(prediction));
  assert.equal(at(prediction.object, 'metadata', 'managedFields', 0, 'operation'), 'Apply');
});

test('Warnings come with the answer', async () => {
  const answer = await askOne(
    session,
    apply({ ...configMap('warned', {}), extra: 'x' }, { validation: 'Warn' }),
  );
  assert.equal(answer.prediction.kind, 'refused');
  const endpoints: KubeObject = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'old', namespace: 'default' },
  };
  const deprecated = await askOne(session, apply(endpoints));
  assert.deepEqual(deprecated.warnings, [
    'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  ]);
});

test('An object without a namespace is asked where the unit puts it, and one of the cluster loses its namespace', async () => {
  const { head } = await askAll(session, {
    head: [
      apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'homeless' } }),
      apply({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: 'high', namespace: 'default' },
        value: 10,
      }),
    ],
  });
  const [homeless, high] = head.map((answer) => answer.prediction);
  assert.equal(homeless?.kind === 'object' && at(homeless.object, 'metadata', 'namespace'), 'default');
  assert.equal(high?.kind === 'object' && at(high.object, 'metadata', 'namespace'), undefined);
});
