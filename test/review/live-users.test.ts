import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ReviewForm } from '../../src/report/json-form.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { reviewed } from '../doors/in-process.ts';
import { programEnvironment } from '../doors/programs.ts';

let bed: ControlPlane;
let identity: Identity;
let environment: Record<string, string>;
let count = 0;

const namespace = 'shop';

function settings(level: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace }, data: { level } };
}

function workload(kind: 'Deployment' | 'StatefulSet', name: string, uses: string): KubeObject {
  const matchLabels = { app: name };
  const container = { name: 'main', image: 'shop/main:1', envFrom: [{ configMapRef: { name: uses } }] };
  const template = { metadata: { labels: matchLabels }, spec: { containers: [container] } };
  const spec = {
    selector: { matchLabels },
    template,
    ...(kind === 'StatefulSet' ? { serviceName: name } : {}),
  };
  return { apiVersion: 'apps/v1', kind, metadata: { name, namespace }, spec };
}

const worker = workload('Deployment', 'worker', 'settings');

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  environment = await programEnvironment(bed.folder);
  await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
  const others = [
    workload('StatefulSet', 'by-hand', 'settings'),
    workload('Deployment', 'unconcerned', 'more'),
  ];
  await seed(bed, [settings('low'), worker, ...others], 'kubectl');
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

function manifests(...objects: readonly KubeObject[]): string {
  return objects.map((one) => `${JSON.stringify(one)}\n`).join('---\n');
}

type Files = Readonly<Record<string, string>>;

async function review(base: Files, head: Files, isOpen: boolean): Promise<ReviewForm> {
  count += 1;
  const directory = join(bed.folder, `checkout-${count}`);
  const repository = await checkout(directory, { base, head: { ...base, ...head } });
  const maySee = (asked: string): boolean => isOpen && asked === namespace;
  return (await reviewed(repository, { kubeconfig: identity.kubeconfig, environment, maySee })).form;
}

function staleUsersIn({ changes }: ReviewForm): readonly string[] {
  const change = changes.find(({ object }) => object.name === 'settings');
  return change?.staleUsers ?? assert.fail('nothing is said of the ConfigMap');
}

function saysUnseen({ notProved }: ReviewForm): boolean {
  return notProved.some((statement) => statement.includes('the old content of a changed ConfigMap'));
}

const base: Files = {
  'apps/a/settings.yaml': manifests(settings('low')),
  'apps/b/worker.yaml': manifests(worker),
};
const changed: Files = { 'apps/a/settings.yaml': manifests(settings('high')) };

test('Workloads of an untouched unit and of none that go on with the old content of a ConfigMap are named', async () => {
  const said = await review(base, changed, true);
  assert.deepEqual(
    said.units.map(({ path }) => path),
    ['apps/a'],
  );
  assert.deepEqual(staleUsersIn(said), ['Deployment/worker', 'StatefulSet/by-hand']);
  assert.equal(saysUnseen(said), false);
});

test('In a namespace that is not opened to the repository none is named, and that is said', async () => {
  const said = await review(base, changed, false);
  assert.deepEqual(staleUsersIn(said), []);
  assert.equal(saysUnseen(said), true);
  assert.doesNotMatch(JSON.stringify(said), /worker|by-hand/);
});

test('What stops to be declared and runs on goes on with the old content; what is deleted does not', async () => {
  const together: Files = {
    'apps/a/settings.yaml': base['apps/a/settings.yaml'] ?? '',
    'apps/a/worker.yaml': manifests(worker),
  };
  const dropped: Files = { ...changed, 'apps/a/worker.yaml': '# Nothing.\n' };
  assert.deepEqual(staleUsersIn(await review(together, dropped, false)), ['Deployment/worker']);
  const pruning = { ...together, '.github/proofline.yml': 'units: [{path: apps/a, prune: true}]\n' };
  assert.deepEqual(staleUsersIn(await review(pruning, dropped, true)), ['StatefulSet/by-hand']);
});

test('Where no content changes nothing is asked, and nothing is left open', async () => {
  const labelled = { ...settings('low'), metadata: { name: 'settings', namespace, labels: { a: 'b' } } };
  const said = await review(base, { 'apps/a/settings.yaml': manifests(labelled) }, false);
  assert.deepEqual(staleUsersIn(said), []);
  assert.equal(saysUnseen(said), false);
});

test('What is dropped while units are not looked at may be declared by one of them, and that is said', async () => {
  const twice: Files = {
    ...base,
    'apps/b/settings.yaml': manifests(settings('low')),
    'apps/a/more.yaml': manifests({ ...settings('1'), metadata: { name: 'more', namespace } }),
  };
  const dropped: Files = { 'apps/a/settings.yaml': '# Nothing.\n' };
  const says = ({ notProved }: ReviewForm): boolean =>
    notProved.some((statement) => statement.includes('dropped here'));
  assert.equal(says(await review(twice, dropped, true)), true);
  const alone = Object.fromEntries(Object.entries(twice).filter(([path]) => path.startsWith('apps/a/')));
  assert.equal(says(await review(alone, dropped, true)), false);
});
