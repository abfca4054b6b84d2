/** Each request is asked of a real API server, and then made by the real kubectl as Argo CD calls it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadOpenApi, OpenApiCache } from '../../../../src/live/open-api.ts';
import { patchStrategiesIn } from '../../../../src/live/patch-strategies.ts';
import { foundObjects, readLive } from '../../../../src/live/read-live.ts';
import type { Session } from '../../../../src/live/session.ts';
import { groupVersionOf } from '../../../../src/object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { attemptsFor } from '../../../../src/reconciler/argo-cd/sync/attempts.ts';
import { withTracking } from '../../../../src/reconciler/argo-cd/sync/tracking.ts';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { proveNothingWritten } from '../../../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../../../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../../../bed/identity.ts';
import { openKubectl, type Kubectl } from '../../../bed/kubectl.ts';
import { pathsOf } from '../../../bed/resources.ts';
import { seed } from '../../../bed/seed.ts';
import { askOne, namespace } from '../../../live/asking.ts';
import { object, unitOf } from './story.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
let make: Kubectl;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  // Where it is told no manager, it takes its own name for one, as Argo CD's program does.
  make = await openKubectl(bed, program);
  await seed(bed, [namespace('shop')]);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

const program = 'argocd-application-controller';
const manager = '--field-manager=argocd-controller';

/** RBAC is reconciled first, as Argo CD does it. */
async function clientSide(what: KubeObject): Promise<void> {
  if (what.apiVersion.startsWith('rbac.')) await make(what, 'auth', 'reconcile');
  await make(what, 'apply', manager);
}

function kindOf({ apiVersion, kind }: KubeObject) {
  return { ...groupVersionOf(apiVersion), kind };
}

async function attemptOf(unit: Unit, what: KubeObject): Promise<Attempt> {
  const live = await readLive(session, { declared: [what], named: [] });
  const openApi = await loadOpenApi(session, [kindOf(what)], new OpenApiCache());
  const desire = {
    desired: [{ object: what, origin: undefined }],
    leaving: [],
    live: foundObjects(live),
    strategies: patchStrategiesIn(openApi),
  };
  const rules = { forbids: () => undefined, respected: (target: KubeObject) => ({ target }) };
  const [attempt, ...others] = await attemptsFor(unit, desire, rules);
  assert.ok(attempt !== undefined);
  assert.deepEqual(others, []);
  return attempt;
}

const ofOneLife = new Set(['resourceVersion', 'generation', 'uid', 'creationTimestamp', 'managedFields']);

function content(body: JsonObject): Json {
  const metadata = at(body, 'metadata');
  assert.ok(isJsonObject(metadata));
  const kept = Object.entries(metadata).filter(([key]) => !ofOneLife.has(key));
  const entries = metadata['managedFields'];
  assert.ok(isJsonArray(entries) && entries.length > 0);
  const owners = entries.map((entry) => {
    const by = at(entry, 'manager');
    assert.ok(typeof by === 'string');
    const who = `${by} ${JSON.stringify(at(entry, 'operation'))}`;
    return [who, at(entry, 'fieldsV1') ?? null] as const;
  });
  return { ...body, metadata: Object.fromEntries(kept), owners: Object.fromEntries(owners) };
}

interface Landing {
  readonly unit?: Unit;
  readonly from?: KubeObject;
  readonly to: KubeObject;
  readonly by: (what: KubeObject) => Promise<void>;
}

/** The kind of the attempt, where what was predicted is what landed. */
async function lands({ unit = unitOf(), from, to, by }: Landing): Promise<string> {
  const tracked = (what: KubeObject): KubeObject =>
    withTracking(unit, [{ object: what, origin: undefined }])[0]?.object ?? what;
  if (from !== undefined) await clientSide(tracked(from));
  const attempt = await attemptOf(unit, tracked(to));
  const { prediction } = await askOne(session, attempt);
  assert.ok(prediction.kind === 'object' || prediction.kind === 'recreated', prediction.kind);
  await by(tracked(to));
  const path = await pathsOf(bed.admin)(to);
  const { body } = await bed.admin.send({ method: 'GET', path });
  assert.deepEqual(content(prediction.object), content(body));
  return `${attempt.kind}, ${prediction.kind}`;
}

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };

function role(name: string, ...resources: readonly string[]): KubeObject {
  const rules = resources.map((each) => ({ apiGroups: [''], resources: [each], verbs: ['get', 'list'] }));
  return object(`Role/${name}`, { ...rbac, rest: { rules } });
}

function binding(name: string, to: string, ...users: readonly string[]): KubeObject {
  const api = 'rbac.authorization.k8s.io';
  const subjects = users.map((user) => ({ apiGroup: api, kind: 'User', name: user }));
  const roleRef = { apiGroup: api, kind: 'Role', name: to };
  return object(`RoleBinding/${name}`, { ...rbac, rest: { roleRef, subjects } });
}

test('What is added behind the live items is the work of one manager, what else changes of the other', async () => {
  const verb = (resource: string): JsonObject => ({ apiGroups: [''], resources: [resource], verbs: ['get'] });
  const single = (name: string, rules: readonly Json[]): KubeObject =>
    object(`Role/${name}`, { ...rbac, rest: { rules } });
  const from = single('single', [verb('pods')]);
  const labeled = single('single', [verb('pods'), verb('services')]);
  const to = { ...labeled, metadata: { ...labeled.metadata, labels: { team: 'one' } } };
  assert.equal(await lands({ from, to, by: clientSide }), 'patch, object');
  const covered = single('covered', [{ ...verb('pods'), verbs: ['*'] }, verb('pods')]);
  const wide = single('covered', [{ ...verb('pods'), verbs: ['*'] }]);
  assert.equal(await lands({ from: wide, to: covered, by: clientSide }), 'patch, object');
  const more = { from: binding('more', 'a', 'one'), to: binding('more', 'a', 'one', 'two') };
  assert.equal(await lands({ ...more, by: clientSide }), 'patch, object');
});

test('A role ends as it is declared, although it is united with the live one on the way', async () => {
  assert.equal(await lands({ to: role('new', 'pods'), by: clientSide }), 'create, object');
  const grown = { from: role('grown', 'pods'), to: role('grown', 'pods', 'services') };
  assert.equal(await lands({ ...grown, by: clientSide }), 'patch, object');
  const shrunk = { from: role('shrunk', 'pods', 'services'), to: role('shrunk', 'services') };
  assert.equal(await lands({ ...shrunk, by: clientSide }), 'patch, object');
});

test('So does a binding, and one to another role is made anew', async () => {
  const moved = { from: binding('moved', 'a', 'one', 'two'), to: binding('moved', 'a', 'two', 'three') };
  assert.equal(await lands({ ...moved, by: clientSide }), 'patch, object');
  const other = { from: binding('other', 'a', 'one'), to: binding('other', 'b', 'one') };
  assert.equal(await lands({ ...other, by: clientSide }), 'recreate, recreated');
});

test('A foreign aggregation of a cluster role is taken away', async () => {
  const declared = object('ClusterRole/aggregated', {
    ...rbac,
    namespace: '',
    rest: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  });
  await clientSide(withTracking(unitOf(), [{ object: declared, origin: undefined }])[0]?.object ?? declared);
  const path = await pathsOf(bed.admin)(declared);
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { into: 'it' } }] };
  const contentType = 'application/merge-patch+json';
  await bed.admin.send({ method: 'PATCH', path, body: { aggregationRule }, contentType });
  assert.equal(await lands({ to: declared, by: clientSide }), 'patch, object');
  assert.equal(at((await bed.admin.send({ method: 'GET', path })).body, 'aggregationRule'), undefined);
});

function map(name: string, data: JsonObject, more: JsonObject = {}): KubeObject {
  return object(`ConfigMap/${name}`, { rest: { data, ...more } });
}

test('A replaced object loses what Git does not state, its record of client-side apply too', async () => {
  const unit = unitOf({ syncPolicy: { syncOptions: ['Replace=true'] } });
  const by = async (what: KubeObject): Promise<void> => make(what, 'replace', `--field-manager=${program}`);
  const to = map('replaced', { a: '2' });
  assert.equal(await lands({ unit, from: map('replaced', { a: '1', b: '1' }), to, by }), 'put, object');
  const created = async (what: KubeObject): Promise<void> =>
    make(what, 'create', `--field-manager=${program}`);
  assert.equal(await lands({ unit, to: map('made', { a: '1' }), by: created }), 'create, object');
});

test('What cannot be changed is made anew by force', async () => {
  const unit = unitOf({ syncPolicy: { syncOptions: ['Force=true'] } });
  const by = async (what: KubeObject): Promise<void> => make(what, 'apply', '--force', manager);
  const from = map('forced', { a: '1' }, { immutable: true });
  const to = map('forced', { a: '2' }, { immutable: true });
  assert.equal(await lands({ unit, from, to, by }), 'patch, recreated');
});

test('An Application that turns to server-side apply leaves nothing of its earlier way', async () => {
  const unit = unitOf({ syncPolicy: { syncOptions: ['ServerSideApply=true'] } });
  const by = async (what: KubeObject): Promise<void> =>
    make(what, 'apply', '--server-side', '--force-conflicts', manager);
  const to = map('turned', { a: '2' });
  assert.equal(await lands({ unit, from: map('turned', { a: '1', b: '1' }), to, by }), 'apply, object');
});

test('A field that the kind does not have is dropped with a warning, and refuses nothing', async () => {
  const attempt = await attemptOf(unitOf(), map('odd', { a: '1' }, { spec: {} }));
  const { prediction, warnings } = await askOne(session, attempt);
  assert.ok(prediction.kind === 'object');
  assert.deepEqual(warnings, ['unknown field "spec"']);
});

test('The namespace of the destination is made as kubectl would make it', async () => {
  const spec = { destination: { server: 'https://kubernetes.default.svc', namespace: 'fresh' } };
  const unit = unitOf({
    application: { spec: { ...spec, syncPolicy: { syncOptions: ['CreateNamespace=true'] } } },
  });
  const rules = { forbids: () => undefined, respected: (target: KubeObject) => ({ target }) };
  const desire = { desired: [], leaving: [], live: new Map(), strategies: () => undefined };
  const [attempt] = await attemptsFor(unit, desire, rules);
  assert.ok(attempt !== undefined);
  const { prediction } = await askOne(session, attempt);
  assert.ok(prediction.kind === 'object');
  const bare = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fresh' }, spec: {}, status: {} };
  await make(bare, 'apply', manager);
  const { body } = await bed.admin.send({ method: 'GET', path: '/api/v1/namespaces/fresh' });
  assert.deepEqual(content(prediction.object), content(body));
});
