import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { readCapabilities } from '../../src/live/capabilities.ts';
import { readFacts, type FactRequest } from '../../src/live/fact.ts';
import { mergeKeysIn } from '../../src/live/merge-keys.ts';
import { loadOpenApi, OpenApiCache } from '../../src/live/open-api.ts';
import type { Session } from '../../src/live/session.ts';
import { at } from '../../src/object/json.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { configMap, namespace } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed, 'none');
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed, { onlyReads: true });
  await identity.cluster.close();
  await bed.stop();
});

test('Facts are asked once each, of all namespaces or one, and a kind that is not served has no objects', async () => {
  await seed(bed, [
    namespace('apart'),
    configMap('fact', { a: '1' }),
    configMap('fact', { a: '2' }, 'apart'),
  ]);
  const ask = (change: Partial<FactRequest>): FactRequest => ({
    cluster: 'bed',
    group: '',
    kind: 'ConfigMap',
    namespace: '',
    name: undefined,
    ...change,
  });
  const all = ask({});
  const one = ask({ namespace: 'apart', name: 'fact' });
  const none = ask({ namespace: 'apart', name: 'nothing' });
  const unknown = ask({ group: 'example.test', kind: 'Widget' });
  const closed = ask({ kind: 'Secret', namespace: 'default' });
  const elsewhere = ask({ cluster: 'elsewhere' });
  const facts = await readFacts(new Map([['bed', session]]), [
    all,
    one,
    { ...one },
    none,
    unknown,
    closed,
    elsewhere,
  ]);
  const found = facts(all);
  assert.ok(found.kind === 'objects');
  assert.equal(found.objects.filter((object) => object.metadata.name === 'fact').length, 2);
  const single = facts({ ...one });
  assert.ok(single.kind === 'objects');
  assert.deepEqual(
    single.objects.map((object) => at(object, 'data', 'a')),
    ['2'],
  );
  assert.deepEqual(facts(none), { kind: 'objects', objects: [] });
  assert.deepEqual(facts(unknown), { kind: 'objects', objects: [] });
  const refused = facts(closed);
  assert.ok(refused.kind === 'gap');
  assert.equal(refused.gap.kind, 'cluster-forbidden');
  const lost = facts(elsewhere);
  assert.equal(lost.kind === 'gap' && lost.gap.kind, 'no-cluster');
});

test('Lists have the keys by which the server merges them', async () => {
  const deploymentKind = { group: 'apps', version: 'v1', kind: 'Deployment' };
  const service = { group: '', version: 'v1', kind: 'Service' };
  const cache = new OpenApiCache();
  const keys = mergeKeysIn(await loadOpenApi(session, [deploymentKind, service], cache));
  const pod = ['spec', 'template', 'spec'];
  assert.deepEqual(keys(deploymentKind, [...pod, 'containers']), ['name']);
  assert.deepEqual(keys(deploymentKind, [...pod, 'containers', 'ports']), ['containerPort', 'protocol']);
  assert.deepEqual(keys(deploymentKind, [...pod, 'containers', 'env']), ['name']);
  assert.deepEqual(keys(deploymentKind, [...pod, 'volumes']), ['name']);
  assert.deepEqual(keys(service, ['spec', 'ports']), ['port', 'protocol']);
  for (const atomic of ['tolerations', 'nothing'])
    assert.equal(keys(deploymentKind, [...pod, atomic]), undefined);
  assert.equal(keys(deploymentKind, [...pod, 'containers', 'args']), undefined);
  assert.equal(keys({ ...service, kind: 'Widget' }, ['spec', 'ports']), undefined);
});

test('Helm is told the version and the kinds of the cluster', async () => {
  const capabilities = await readCapabilities(session);
  assert.ok('kubeVersion' in capabilities);
  assert.match(capabilities.kubeVersion, /^v1\.\d+\.\d+/);
  for (const each of ['v1', 'v1/Pod', 'apps/v1', 'apps/v1/Deployment'])
    assert.ok(capabilities.apiVersions.includes(each), each);
});
