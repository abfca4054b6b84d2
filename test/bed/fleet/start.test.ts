import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { at, isJsonArray, jsonIn, type Json, type JsonObject } from '../../../src/object/json.ts';
import { git } from '../../github/git.ts';
import { commit } from '../../source/commit.ts';
import { startGitHub } from '../../github/start-github.ts';
import { accountKubeconfig } from '../account-kubeconfig.ts';
import { startControlPlane, type ControlPlane } from '../control-plane.ts';
import { freePorts } from '../free-ports.ts';
import { openHousehold, type Household } from '../household.ts';
import { resolve } from '../resolve.ts';
import { seed } from '../seed.ts';
import { gitJobArguments, gitJobTargets } from './git-job-arguments.ts';
import { gitJobRights } from './git-job.ts';
import { fleetNamespace } from './installation.ts';
import { startFleet, type Fleet } from './start.ts';

let home: ControlPlane;
let west: ControlPlane;
let fleet: Fleet;
let started: Fleet | undefined;
let checkout: string;

const configMap = (name: string, value: string): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { value } });

const gitRepo = (namespace: string, spec: JsonObject = {}) => ({
  apiVersion: 'fleet.cattle.io/v1alpha1',
  kind: 'GitRepo',
  metadata: { name: 'shop', namespace },
  spec: { targetNamespace: 'default', ...spec },
});

before(async () => {
  [home, west, checkout] = await Promise.all([
    startControlPlane({ parts: ['kube-controller-manager'] }),
    startControlPlane(),
    mkdtemp(join(tmpdir(), 'proofline-test-')),
  ]);
  started = await startFleet(home);
  fleet = started;
  await git(checkout, ['init', '--quiet', '--initial-branch=main']);
});

after(async () => {
  await started?.stop();
  await west.stop();
  await home.stop();
  await rm(checkout, { recursive: true, force: true });
});

/** Throws after two minutes, with what was there last. */
async function until(
  { admin }: ControlPlane,
  path: string,
  isThere: (body: JsonObject) => boolean,
): Promise<JsonObject> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { body } = await admin.send({ method: 'GET', path });
    if (isThere(body)) return body;
    if (Date.now() > deadline) throw new Error(`not so after two minutes: ${JSON.stringify(body)}`);
    await sleep(100);
  }
}

const mapNamed = (name: string): string => `/api/v1/namespaces/default/configmaps/${name}`;
const fleetPath = (rest: string): string => `/apis/fleet.cattle.io/v1alpha1/namespaces/${rest}`;

test('Fleet applies a directory of a checkout, follows a commit, and prunes what leaves', async () => {
  const head = await commit(checkout, {
    'apps/one.yaml': configMap('one', '1'),
    'apps/two.yaml': configMap('two', '1'),
  });
  const repository = gitRepo('fleet-local', { paths: ['apps'] });
  assert.deepEqual(await fleet.apply(repository, checkout), { kind: 'applied' });
  const one = await until(home, mapNamed('one'), ({ data }) => at(data, 'value') === '1');
  assert.equal(at(one, 'metadata', 'annotations', 'meta.helm.sh/release-name'), 'shop-apps');
  const writers = at(one, 'metadata', 'managedFields');
  assert.deepEqual([at(writers, 0, 'manager'), at(writers, 0, 'operation')], ['fleetagent', 'Apply']);
  const bundle = await until(
    home,
    fleetPath('fleet-local/bundles/shop-apps'),
    ({ kind }) => kind === 'Bundle',
  );
  assert.deepEqual(at(bundle, 'metadata', 'labels'), {
    'fleet.cattle.io/commit': head,
    'fleet.cattle.io/repo-name': 'shop',
  });

  await commit(checkout, { 'apps/one.yaml': configMap('one', '2'), 'apps/two.yaml': undefined });
  await fleet.apply(repository, checkout);
  await until(home, mapNamed('one'), ({ data }) => at(data, 'value') === '2');
  await until(home, mapNamed('two'), ({ reason }) => reason === 'NotFound');
});

test('A repository that has nothing any more fails, and its bundles are gone', async () => {
  await commit(checkout, { 'apps/one.yaml': undefined, 'other/.keep': '' });
  const applied = await fleet.apply(gitRepo('fleet-local', { paths: ['apps'] }), checkout);
  assert.equal(applied.kind, 'failed');
  assert.match(applied.kind === 'failed' ? applied.message : '', /^no resource found/u);
  await until(home, mapNamed('one'), ({ reason }) => reason === 'NotFound');
});

test('Another cluster joins, and gets what is targeted at its labels', async () => {
  await fleet.join(west, { name: 'west', labels: { region: 'west' } });
  const cluster = await until(
    home,
    fleetPath('fleet-default/clusters/west'),
    ({ status }) => at(status, 'namespace') !== undefined,
  );
  assert.equal(at(cluster, 'metadata', 'labels', 'region'), 'west');
  const local = await until(home, fleetPath('fleet-local/clusters/local'), ({ kind }) => kind === 'Cluster');
  assert.deepEqual(at(local, 'metadata', 'labels', 'name'), 'local');

  await commit(checkout, { 'west/three.yaml': configMap('three', '1') });
  const targets = [{ name: 'west', clusterSelector: { matchLabels: { region: 'west' } } }];
  const repository = gitRepo('fleet-default', { paths: ['west'], targets });
  assert.deepEqual(await fleet.apply(repository, checkout), { kind: 'applied' });
  await until(west, mapNamed('three'), ({ data }) => at(data, 'value') === '1');
  const atHome = await home.admin.send({ method: 'GET', path: mapNamed('three') });
  assert.equal(atHome.status, 404);
});

async function startGitController(household: Household): Promise<void> {
  const [port = 0] = await freePorts(1);
  const account = { namespace: fleetNamespace, name: 'gitjob' };
  household.start({
    name: 'gitjob',
    file: await resolve('fleetcontroller-0.15'),
    args: ['gitjob', '--leader-elect=false', '--disable-metrics', '--listen', `127.0.0.1:${String(port)}`],
    env: {
      HOME: household.folder,
      NAMESPACE: fleetNamespace,
      CATTLE_ELECTION_LEASE_DURATION: '30s',
      CATTLE_ELECTION_RENEW_DEADLINE: '25s',
      CATTLE_ELECTION_RETRY_PERIOD: '10s',
      KUBECONFIG: await accountKubeconfig(home, account, household.folder),
    },
  });
}

const settings: Readonly<Record<string, JsonObject>> = {
  plain: {},
  full: {
    paths: ['apps', 'west/*'],
    targets: [
      { name: 'all', clusterSelector: {} },
      { name: 'west', clusterSelector: { matchLabels: { region: 'west' } } },
      { clusterGroup: 'east' },
    ],
    serviceAccount: 'deployer',
    forceSyncGeneration: 2,
    keepResources: true,
    deleteNamespace: true,
    correctDrift: { enabled: true, force: true, keepFailHistory: true },
  },
  driven: { bundles: [{ base: 'apps', options: 'one:two.yaml' }, { base: 'west' }] },
};

test('What a checkout is applied with is what Fleet itself gives to its Job', async (t) => {
  const [github, household] = await Promise.all([startGitHub(), openHousehold()]);
  t.after(async () => Promise.all([household.end(), github.stop()]));
  const hosted = await github.createRepository({ name: 'shop', private: false });
  await hosted.commit({ branch: 'main', files: { 'apps/one.yaml': '' }, message: 'Start' });
  await startGitController(household);
  for (const [name, spec] of Object.entries(settings)) {
    const repository = gitRepo('fleet-local', { repo: hosted.cloneUrl, branch: 'main', ...spec });
    const metadata = { name, namespace: 'fleet-local', labels: { team: 'blue', area: 'shop' } };
    const wanted = { ...repository, metadata };
    await seed(home, [wanted]);
    const job = await jobOf(name);
    const pod = at(job, 'spec', 'template', 'spec');
    const targets = '/run/config/targets.yaml';
    assert.deepEqual(at(pod, 'containers', 0, 'args'), ['fleet', ...gitJobArguments(wanted, targets)]);

    const config = textOf(at(pod, 'volumes', 0, 'configMap', 'name'));
    const map = await until(home, `/api/v1/namespaces/fleet-local/configmaps/${config}`, isFound);
    const text = Buffer.from(textOf(at(map, 'binaryData', 'targets.yaml')), 'base64').toString();
    const given = jsonIn(text);
    const named = ['targets', 'targetRestrictions'].map((key) => [key, at(given, key)]);
    assert.deepEqual(Object.fromEntries(named), gitJobTargets(wanted));

    const account = { namespace: 'fleet-local', name: `git-${name}` };
    assert.equal(at(pod, 'serviceAccountName'), account.name);
    const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/fleet-local/roles/${account.name}`;
    const role = await until(home, path, isFound);
    assert.deepEqual(role['rules'], gitJobRights(account).find(({ kind }) => kind === 'Role')?.['rules']);
  }
});

function textOf(value: Json | undefined): string {
  assert.ok(typeof value === 'string', JSON.stringify(value));
  return value;
}

const isFound = ({ kind }: JsonObject): boolean => kind !== 'Status';

async function jobOf(gitRepository: string): Promise<Json> {
  const path = '/apis/batch/v1/namespaces/fleet-local/jobs';
  const ofIt = (list: JsonObject): Json | undefined => {
    const { items } = list;
    return isJsonArray(items)
      ? items.find((job) => at(job, 'metadata', 'ownerReferences', 0, 'name') === gitRepository)
      : undefined;
  };
  const job = ofIt(await until(home, path, (list) => ofIt(list) !== undefined));
  assert.ok(job !== undefined);
  return job;
}
