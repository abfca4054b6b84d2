import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compare } from '../../src/diff/compare.ts';
import type { Compared } from '../../src/diff/compare.ts';
import { mergeKeysIn } from '../../src/live/merge-keys.ts';
import { loadOpenApi, OpenApiCache } from '../../src/live/open-api.ts';
import type { Session } from '../../src/live/session.ts';
import { groupVersionOf, objectKey } from '../../src/object/identity.ts';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askAll, configMap, deployment, namespace } from '../live/asking.ts';
import { answers, declared } from './objects.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  await seed(bed, [namespace('shop'), namespace('theirs')]);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

/** With force, as the controllers apply; the manager is `kubectl`. */
async function compared(base: readonly KubeObject[], head: readonly KubeObject[]): Promise<Compared> {
  const attempts = (objects: readonly KubeObject[]) =>
    objects.map((object) => apply(object, { force: true }));
  const predicted = await askAll(session, { head: attempts(head), base: attempts(base) });
  const kinds = head.map((object) => ({ ...groupVersionOf(object.apiVersion), kind: object.kind }));
  return compare(
    answers({
      head: predicted.head,
      base: new Map(predicted.base.map((answer) => [objectKey(answer.attempt.object), answer])),
      declared: { base: declared(...base), head: declared(...head) },
      mergeKeys: mergeKeysIn(await loadOpenApi(session, kinds, new OpenApiCache())),
      mask: session.mask,
    }),
  );
}

async function byHand(path: string, body: JsonObject, manager: string): Promise<void> {
  const contentType = 'application/merge-patch+json';
  const reply = await bed.admin.send({
    method: 'PATCH',
    path: `${path}?fieldManager=${manager}`,
    body,
    contentType,
  });
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
}

function told({ comparisons: [only] }: Compared): Json {
  assert.ok(only);
  const { change } = only;
  return [
    change.action,
    ...change.fields.map(({ path, before: from, after: to, causes, writer }) =>
      [path, from ?? 'none', to ?? 'none', causes.join(), writer ?? 'none'].join(' '),
    ),
  ];
}

test('what somebody edited is told apart from what the pull request changes', async () => {
  const web = (image: string) => deployment('web', { namespace: 'shop', image, replicas: 2 });
  await seed(bed, [web('web:1')], 'kubectl');
  assert.deepEqual(told(await compared([web('web:1')], [web('web:1')])), ['unchanged']);

  await byHand('/apis/apps/v1/namespaces/shop/deployments/web', { spec: { replicas: 5 } }, 'kubectl-edit');
  const found = await compared([web('web:1')], [web('web:2')]);
  assert.deepEqual(told(found), [
    'configured',
    '.spec.replicas 5 2 drift kubectl-edit',
    '.spec.template.spec.containers[name=web].image "web:1" "web:2" pull-request kubectl',
  ]);
  assert.deepEqual(found.comparisons[0]?.change.restart, { pods: 5 });
});

test('what base declares and nobody applied is unsynced', async () => {
  const map = (level: string) => configMap('unsynced', { level }, 'shop');
  await seed(bed, [map('info')], 'kubectl');
  assert.deepEqual(told(await compared([map('debug')], [map('debug')])), [
    'configured',
    '.data.level "info" "debug" unsynced kubectl',
  ]);
});

test('ports and variables are matched by the keys of the API server, defaults are no change', async () => {
  const service = (...ports: readonly JsonObject[]): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'dns', namespace: 'shop' },
    spec: { selector: { app: 'dns' }, ports },
  });
  const tcp = { name: 'tcp', port: 53, protocol: 'TCP' };
  const udp = { name: 'udp', port: 53, protocol: 'UDP' };
  await seed(bed, [service(tcp, udp)], 'kubectl');
  assert.deepEqual(told(await compared([service(tcp, udp)], [service(tcp, { ...udp, targetPort: 5353 })])), [
    'configured',
    '.spec.ports[port=53,protocol=UDP].targetPort 53 5353 pull-request defaulting',
  ]);
});

test("another team's object keeps its content to itself", async () => {
  await seed(bed, [configMap('taken', { canaryKey: 'canary-value' }, 'theirs')], 'canary-manager');
  const mine = configMap('taken', { mine: 'x' }, 'theirs');
  const found = await compared([], [mine]);
  assert.deepEqual(told(found), ['adopted']);
  assert.doesNotMatch(JSON.stringify(found), /canary/);
  assert.deepEqual(
    found.gaps.map(({ kind }) => kind),
    ['not-disclosed'],
  );
});

test('a rule in the middle of a role is one new rule', async () => {
  const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
  const role = (...resources: readonly string[]): KubeObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'reader', namespace: 'shop' },
    rules: resources.map(rule),
  });
  await seed(bed, [role('pods', 'services')], 'kubectl');
  assert.deepEqual(
    told(await compared([role('pods', 'services')], [role('pods', 'configmaps', 'services')])),
    ['configured', `.rules[1] none ${JSON.stringify(rule('configmaps'))} pull-request none`],
  );
});
