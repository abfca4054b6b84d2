import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compare } from '../../src/diff/compare.ts';
import type { Session } from '../../src/live/session.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { openDefinition } from '../bed/argo-cd/open-kinds.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askAll, namespace } from '../live/asking.ts';
import { answers, declared } from './objects.ts';

const istio = 'networking.istio.io';

const rollout: KubeObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    strategy: {
      canary: { stableService: 'web', trafficRouting: { istio: { virtualService: { name: 'web' } } } },
    },
  },
};

const service: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: { app: 'web', 'rollouts-pod-template-hash': 'stated' }, ports: [{ port: 80 }] },
};

function virtualService(name: string): KubeObject {
  const route = [
    { destination: { host: 'web' }, weight: 100 },
    { destination: { host: 'web-next' }, weight: 0 },
  ];
  return {
    apiVersion: `${istio}/v1`,
    kind: 'VirtualService',
    metadata: { name, namespace: 'shop' },
    spec: { hosts: [name], http: [{ name: 'primary', route }] },
  };
}

const all = [rollout, service, virtualService('web'), virtualService('api')];

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  await seed(bed, [
    namespace('shop'),
    openDefinition('Rollout'),
    openDefinition('VirtualService', istio, 'v1'),
  ]);
  identity = await addIdentity(bed);
  await seed(bed, all, 'kubectl');
  session = await sessionOf(identity.cluster);
  const selector = { app: 'web', 'rollouts-pod-template-hash': '66bd5f7c9c' };
  await write('/api/v1/namespaces/shop/services/web', { spec: { selector } });
  for (const name of ['web', 'api']) {
    const route = [
      { destination: { host: 'web' }, weight: 80 },
      { destination: { host: 'web-next' }, weight: 20 },
    ];
    const spec = { http: [{ name: 'primary', route }] };
    await write(`/apis/${istio}/v1/namespaces/shop/virtualservices/${name}`, { spec });
  }
});

after(async () => {
  try {
    await proveNothingWritten(bed);
  } finally {
    await identity.cluster.close();
    await bed.stop();
  }
});

/** Under the name that a controller has which was built by hand. */
async function write(path: string, body: Readonly<Record<string, never>> | object): Promise<void> {
  const { status } = await bed.admin.send({
    method: 'PATCH',
    path: `${path}?fieldManager=manager`,
    contentType: 'application/merge-patch+json',
    body: { ...body },
  });
  assert.equal(status, 200);
}

test('what the controller of a Rollout wrote is its own where the Rollout names the object, and drift elsewhere', async () => {
  const attempts = all.map((object) => apply(object, { force: true }));
  const { head } = await askAll(session, { head: attempts, base: [] });
  const declarations = { base: declared(...all), head: declared(...all) };
  const { comparisons } = compare(answers({ head, declared: declarations, mask: session.mask }));
  assert.deepEqual(
    comparisons.map(({ change: { object, action, causes } }) => [
      `${object.kind}/${object.name}`,
      action,
      ...causes,
    ]),
    [
      ['Rollout/web', 'unchanged'],
      ['Service/web', 'configured', 'controller'],
      ['VirtualService/web', 'configured', 'controller'],
      ['VirtualService/api', 'configured', 'drift'],
    ],
  );
  assert.deepEqual(
    comparisons.slice(1).flatMap(({ change }) => change.fields.map(({ author }) => author?.name)),
    ['Argo Rollouts', 'Argo Rollouts', 'Argo Rollouts', undefined, undefined],
  );
});
