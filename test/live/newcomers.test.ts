import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { predict } from '../../src/live/predict.ts';
import { readLive } from '../../src/live/read-live.ts';
import type { Session } from '../../src/live/session.ts';
import { at, type JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Attempt } from '../../src/reconciler/attempt.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askOne, configMap, create, deployment, namespace } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  await seed(bed, [
    definition('gadgets', { size: { type: 'integer' } }),
    namespace('strict', { 'pod-security.kubernetes.io/enforce': 'restricted' }),
  ]);
  await seed(
    bed,
    [
      {
        apiVersion: 'example.test/v1',
        kind: 'Gadget',
        metadata: { name: 'old', namespace: 'default' },
        spec: { size: 1 },
      },
    ],
    'kubectl',
  );
  // After the definitions: the identity's rights name each kind.
  identity = await addIdentity(bed);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

function definition(plural: string, properties: JsonObject): KubeObject {
  const singular = plural.slice(0, -1);
  const kind = `${singular.charAt(0).toUpperCase()}${singular.slice(1)}`;
  const spec = { type: 'object', required: ['size'], properties };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.test` },
    spec: {
      group: 'example.test',
      scope: 'Namespaced',
      names: { plural, singular, kind, listKind: `${kind}List` },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
}

function custom(kind: string, name: string, spec: JsonObject): KubeObject {
  return { apiVersion: 'example.test/v1', kind, metadata: { name, namespace: 'default' }, spec };
}

test('An object in a namespace of the same pull request is asked in another, and answered in its own', async () => {
  const shop = namespace('shop');
  const answer = await askOne(session, apply(configMap('settings', { a: '1' }, 'shop')), [shop]);
  assert.equal(answer.live.kind, 'absent');
  assert.ok(answer.prediction.kind === 'object', JSON.stringify(answer.prediction));
  assert.equal(answer.prediction.object.metadata['namespace'], 'shop');
  assert.deepEqual(answer.prediction.object['data'], { a: '1' });
  assert.deepEqual(answer.assumes, ['namespace shop does not exist yet: asked in namespace default instead']);
  const itself = await askOne(session, apply(shop));
  assert.equal(itself.prediction.kind, 'object');
});

test('An object in a namespace that the reconciler makes by itself is asked in another as well', async () => {
  const inside = configMap('settings', { a: '1' }, 'shop');
  const live = await readLive(session, { declared: [inside], named: [] });
  const asked = async (own: Attempt) =>
    (await predict(session, { head: [own, create(inside)], base: [], live, declared: [inside] })).head[1];
  assert.equal((await asked(create(namespace('shop'))))?.prediction.kind, 'object');
});

test('What stands in the other namespace under the same name does not enter the answer', async () => {
  await seed(bed, [configMap('settings', { foreign: 'value' })], 'kubectl');
  const answer = await askOne(session, apply(configMap('settings', { a: '1' }, 'shop')), [namespace('shop')]);
  assert.ok(answer.prediction.kind === 'object');
  assert.deepEqual(answer.prediction.object['data'], { a: '1' });
  assert.equal(answer.prediction.object.metadata.name, 'settings');
  assert.equal(at(answer.prediction.object, 'metadata', 'resourceVersion'), undefined);
});

test('An invalid object in a namespace of the same pull request is refused all the same', async () => {
  const answer = await askOne(session, apply({ ...configMap('typo', {}, 'shop'), datum: {} }), [
    namespace('shop'),
  ]);
  assert.equal(answer.prediction.kind, 'refused');
});

test('A namespace that exists already needs no stand-in', async () => {
  const answer = await askOne(session, apply(configMap('inside', {}, 'strict')), [namespace('strict')]);
  assert.deepEqual(answer.assumes, []);
  assert.equal(answer.prediction.kind, 'object');
});

test('An object of a kind of the same pull request is checked against that definition, and says so', async () => {
  const widgets = definition('widgets', {
    size: { type: 'integer' },
    color: { type: 'string', enum: ['red', 'blue'] },
  });
  const good = await askOne(session, apply(custom('Widget', 'w', { size: 2, color: 'red' })), [widgets]);
  assert.ok(good.prediction.kind === 'object');
  assert.equal(good.live.kind, 'absent');
  assert.match(String(good.assumes[0]), /^its kind does not exist yet/);
  const bad = await askOne(session, apply(custom('Widget', 'w', { color: 'green', sise: 1 })), [widgets]);
  assert.ok(bad.prediction.kind === 'refused');
  assert.equal(
    bad.prediction.message,
    'spec.size: Required value; spec.color: Unsupported value; spec.sise: field not declared in schema',
  );
});

test('A field that only the changed definition of the same pull request knows is no refusal', async () => {
  const changed = definition('gadgets', { size: { type: 'integer' }, shape: { type: 'string' } });
  const wish = apply(custom('Gadget', 'old', { size: 1, shape: 'round' }));
  const alone = await askOne(session, wish);
  assert.ok(alone.prediction.kind === 'refused');
  assert.match(alone.prediction.message, /\.spec\.shape: field not declared in schema/);
  const together = await askOne(session, wish, [changed]);
  assert.ok(together.prediction.kind === 'object', JSON.stringify(together.prediction));
  assert.equal(at(together.prediction.object, 'spec', 'shape'), 'round');
  assert.match(String(together.assumes.at(-1)), /^the kind's definition changes in this pull request/);
  const wrong = await askOne(session, apply(custom('Gadget', 'old', { size: 1, shape: 5 })), [changed]);
  assert.equal(wrong.prediction.kind, 'refused');
});

test('The Pod of a new Deployment meets the namespace Pod Security that the Deployment itself only warns of', async () => {
  const answer = await askOne(session, apply(deployment('loose', { namespace: 'strict' })));
  assert.equal(answer.prediction.kind, 'object');
  assert.ok(answer.pod?.prediction.kind === 'refused');
  assert.match(
    answer.pod.prediction.message,
    /^pods "loose-\w+" is forbidden: violates PodSecurity "restricted:latest"/,
  );
});

test('The Pod of each workload kind is asked, of an unchanged template none', async () => {
  const spec = { containers: [{ name: 'a', image: 'a:1' }] };
  const labels = { app: 'a' };
  const template = { metadata: { labels }, spec };
  const job = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
  const workloads: readonly KubeObject[] = [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'a', namespace: 'default' },
      spec: { serviceName: 'a', selector: { matchLabels: labels }, template },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'a', namespace: 'default' },
      spec: { selector: { matchLabels: labels }, template },
    },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a', namespace: 'default' }, spec: job },
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'a', namespace: 'default' },
      spec: { schedule: '* * * * *', jobTemplate: { spec: job } },
    },
  ];
  for (const workload of workloads) {
    const { pod } = await askOne(session, apply(workload));
    assert.ok(pod?.prediction.kind === 'object', `${workload.kind}: ${JSON.stringify(pod)}`);
    assert.equal(at(pod.prediction.object, 'spec', 'containers', 0, 'image'), 'a:1');
  }
  await seed(bed, [deployment('settled')], 'kubectl');
  assert.equal((await askOne(session, apply(deployment('settled', { replicas: 4 })))).pod, undefined);
  const changed = await askOne(session, apply(deployment('settled', { image: 'web:2' })));
  assert.equal(changed.pod?.prediction.kind, 'object');
});

test('A limit of the namespace is met by the Pod, not by its Deployment', async () => {
  const limits = { type: 'Container', min: { memory: '100Mi' }, max: { memory: '1Gi' } };
  await seed(bed, [
    namespace('limited'),
    {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'l', namespace: 'limited' },
      spec: { limits: [limits] },
    },
  ]);
  const containers = [{ name: 'web', image: 'web:1', resources: { limits: { memory: '2Gi' } } }];
  const answer = await askOne(
    session,
    apply(deployment('fat', { namespace: 'limited', pod: { containers } })),
  );
  assert.equal(answer.prediction.kind, 'object');
  assert.ok(answer.pod?.prediction.kind === 'refused');
  assert.match(answer.pod.prediction.message, /maximum memory usage per Container is 1Gi/);
});

test('What a Pod needs and the same pull request makes is assumed; what nobody makes is refused', async () => {
  const account: KubeObject = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'runner', namespace: 'default' },
  };
  const high: KubeObject = {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 10,
  };
  const pod = { serviceAccountName: 'runner', priorityClassName: 'high' };
  const wish = apply(deployment('needy', { pod }));
  const alone = await askOne(session, wish);
  assert.ok(alone.pod?.prediction.kind === 'refused');
  assert.match(
    alone.pod.prediction.message,
    /no PriorityClass with name high was found|service account default\/runner/,
  );
  const together = await askOne(session, wish, [account, high]);
  assert.equal(together.pod?.prediction.kind, 'object');
  assert.deepEqual(together.pod.assumes, [
    "service account runner does not exist yet: asked with the namespace's default one",
    'PriorityClass high does not exist yet: asked without it',
  ]);
  const homeless = await askOne(session, apply(deployment('needy', { namespace: 'shop', pod })), [
    namespace('shop'),
    high,
  ]);
  assert.equal(homeless.pod?.prediction.kind, 'object', JSON.stringify(homeless.pod));
  assert.equal(homeless.pod.prediction.object.metadata['namespace'], 'shop');
});
