import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { ReviewForm } from '../../src/report/json-form.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { reviewed, type Told } from '../doors/in-process.ts';
import { programEnvironment } from '../doors/programs.ts';
import { hidden, leakIn } from './canary.ts';
import { guessed, object, seedOthers, theirs } from './others.ts';

let bed: ControlPlane;
let identity: Identity;
let environment: Record<string, string>;
let count = 0;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  await seedOthers(bed);
  await seed(bed, [object('ConfigMap', 'applied', { data: { mode: hidden('applied') } })], 'kubectl');
  environment = await programEnvironment(bed.folder);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

type Files = Readonly<Record<string, string>>;

function manifests(...objects: readonly JsonObject[]): string {
  return objects.map((one) => `${JSON.stringify(one)}\n`).join('---\n');
}

async function review(base: Files, head: Files, opened: readonly string[] = []): Promise<Told> {
  count += 1;
  const repository = await checkout(join(bed.folder, `checkout-${count}`), {
    base,
    head: { ...base, ...head },
  });
  return reviewed(repository, {
    kubeconfig: identity.kubeconfig,
    environment,
    maySee: (namespace) => opened.includes(namespace),
  });
}

function changeOf({ form }: Told, name: string): ReviewForm['changes'][number] {
  const found = form.changes.find((change) => change.object.name === name);
  return found ?? assert.fail(`nothing is said of ${name}`);
}

const rbac = 'rbac.authorization.k8s.io/v1';
const nothing: Files = {
  'apps/own/own.yaml': manifests({
    ...object('ConfigMap', 'own'),
    metadata: { name: 'own', namespace: 'shop' },
  }),
};

/** Each of them exists in the other team's namespace, and sets what its owner has set. */
const overwriting: readonly KubeObject[] = [
  object('ConfigMap', 'settings', { data: { shared: 'mine' } }),
  object('Secret', 'credentials', { stringData: { password: 'mine' } }),
  object('Role', 'reader', {
    apiVersion: rbac,
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  object('Deployment', 'api', {
    apiVersion: 'apps/v1',
    spec: {
      selector: { matchLabels: { app: 'theirs' } },
      template: {
        metadata: { labels: { app: 'theirs' } },
        spec: { containers: [{ name: 'main', image: 'mine:1' }] },
      },
    },
  }),
  object('Service', 'api', { spec: { selector: { app: 'mine' }, ports: [{ port: 80 }] } }),
];

/** Adds to them, and changes what was once applied as here: the server's answer is what is there with a little more. */
const merging: readonly KubeObject[] = [
  ...overwriting.map(({ apiVersion, kind, metadata: { name } }) =>
    object(kind, name, { apiVersion, metadata: { labels: { mine: 'yes' } } }),
  ),
  object('ConfigMap', 'applied', { data: { mode: 'mine' } }),
];

for (const [what, taken] of Object.entries({ 'overwrite it': overwriting, 'add to it': merging })) {
  test(`A pull request that declares what another team has, to ${what}, learns that it exists, and nothing else`, async () => {
    const told = await review(nothing, { 'apps/new/all.yaml': manifests(...taken) });
    assert.equal(leakIn(told.all), undefined);
    const { changes, gaps } = told.form;
    assert.deepEqual(
      changes.map(({ action, live, fields, warnings, message }) => [action, live, fields, warnings, message]),
      taken.map(() => ['adopted', null, [], [], null]),
    );
    assert.equal(gaps.filter(({ kind }) => kind === 'not-disclosed').length, taken.length);
    assert.doesNotMatch(told.all, /correct horse|"uid": ?"[^"]/);
  });
}

test('With the namespace opened by the operator the same pull request is shown what there is', async () => {
  const told = await review(nothing, { 'apps/new/all.yaml': manifests(...merging) }, [theirs]);
  for (const name of ['label', 'annotation', 'manager', 'applied']) {
    assert.ok(told.all.includes(`zanzibar-${name}-4711`), `${name} is not shown`);
  }
  assert.doesNotMatch(told.all, /correct horse/);
  assert.equal(told.form.gaps.length, 0);
});

test('A right guess of a live value reads like a wrong one: in conflicts, refusals, and where nothing would change', async () => {
  const declared = guessed.map(({ metadata: { name }, ...rest }) => ({
    ...object('ConfigMap', name, rest),
    data: { mode: 'fast' },
  }));
  const told = await review(nothing, { 'apps/new/guesses.yaml': manifests(...declared) });
  const said = (name: string): string => {
    const { order: _order, ...change } = changeOf(told, name);
    return JSON.stringify(change).replaceAll(name, 'NAME');
  };
  for (const kind of ['guess', 'sealed', 'judged'])
    assert.equal(said(`${kind}-right`), said(`${kind}-wrong`));
  // The same guesses are told apart where they may be.
  const open = await review(nothing, { 'apps/new/guesses.yaml': manifests(...declared) }, [theirs]);
  for (const kind of ['guess', 'sealed', 'judged']) {
    assert.notEqual(changeOf(open, `${kind}-right`).action, changeOf(open, `${kind}-wrong`).action, kind);
  }
});

test('What another team keeps secret does not decide which words of a pull request are hidden', async () => {
  const guesses = { ...object('ConfigMap', 'guesses'), data: { words: 'correct horse, battery staple' } };
  const mine = { ...guesses, metadata: { name: 'guesses', namespace: 'shop' } };
  const files = { 'apps/new/all.yaml': manifests(mine, ...merging) };
  assert.ok(changeOf(await review(nothing, files), 'guesses').text.includes('correct horse, battery staple'));
  assert.ok(changeOf(await review(nothing, files, [theirs]), 'guesses').text.includes('***, battery staple'));
});

const mapOfTheirs = object('ConfigMap', 'settings', { data: { shared: 'mine' } });
const withoutNamespace = { ...mapOfTheirs, metadata: { name: 'settings' } };

/** Each declares the other team's ConfigMap in another way. */
const tricks: Readonly<Record<string, readonly [base: Files, head: Files]>> = {
  'in a List': [
    nothing,
    { 'apps/new/list.yaml': manifests({ apiVersion: 'v1', kind: 'List', items: [mapOfTheirs] }) },
  ],
  'in a ConfigMapList': [
    nothing,
    { 'apps/new/list.yaml': manifests({ apiVersion: 'v1', kind: 'ConfigMapList', items: [mapOfTheirs] }) },
  ],
  'by the namespace of a kustomization': [
    nothing,
    {
      'apps/new/kustomization.yaml': `namespace: ${theirs}\nresources: [map.yaml]\n`,
      'apps/new/map.yaml': manifests(withoutNamespace),
    },
  ],
  'by a kustomization that base points elsewhere': [
    {
      ...nothing,
      'apps/new/kustomization.yaml': 'namespace: shop\nresources: [map.yaml]\n',
      'apps/new/map.yaml': manifests(withoutNamespace),
    },
    { 'apps/new/kustomization.yaml': `namespace: ${theirs}\nresources: [map.yaml]\n` },
  ],
  'by a configuration that only head has': [
    { ...nothing, 'apps/new/map.yaml': manifests(withoutNamespace) },
    {
      '.github/proofline.yml': `units: [{path: apps/new, namespace: ${theirs}}]\n`,
      'apps/new/map.yaml': manifests(mapOfTheirs),
    },
  ],
  'in two units': [
    nothing,
    { 'apps/a/map.yaml': manifests(mapOfTheirs), 'apps/b/map.yaml': manifests(mapOfTheirs) },
  ],
  'in another unit than base': [
    {
      ...nothing,
      'apps/b/map.yaml': manifests({ ...mapOfTheirs, metadata: { name: 'settings', namespace: 'shop' } }),
    },
    { 'apps/b/map.yaml': manifests(mapOfTheirs) },
  ],
  'as a chart': [
    nothing,
    {
      'charts/new/Chart.yaml': 'apiVersion: v2\nname: new\nversion: 1.0.0\n',
      'charts/new/templates/map.yaml': manifests(mapOfTheirs),
    },
  ],
};

for (const [how, [base, head]] of Object.entries(tricks)) {
  test(`The ConfigMap of another team stays its own when it is declared ${how}`, async () => {
    const told = await review(base, head);
    assert.equal(leakIn(told.all), undefined);
    const found = told.form.changes.filter(({ object: { namespace } }) => namespace === theirs);
    assert.notEqual(found.length, 0);
    assert.ok(found.every(({ action, live }) => action === 'adopted' && live === null));
  });
}

test('A claim of one unit is no claim of another: what moves is shown where base declares it', async () => {
  await seed(bed, [object('ConfigMap', 'moving', { data: { a: 'zanzibar-moving-4711' } })], 'kubectl');
  const moving = manifests(object('ConfigMap', 'moving', { data: { a: 'b' } }));
  const told = await review(
    { ...nothing, 'apps/a/map.yaml': moving },
    { 'apps/a/map.yaml': manifests(object('ConfigMap', 'rest')), 'apps/b/map.yaml': moving },
  );
  const found = told.form.changes.filter(({ object: { name } }) => name === 'moving');
  assert.deepEqual(
    found.map(({ unit, action, live }) => [unit, action, live === null]),
    [
      ['plain/apps/a', 'handed-over', false],
      ['plain/apps/b', 'adopted', true],
    ],
  );
});

test('A generated name is nobody else’s object', async () => {
  const generated = { ...mapOfTheirs, metadata: { generateName: 'settings', namespace: theirs } };
  const told = await review(nothing, { 'apps/new/map.yaml': manifests(generated) });
  assert.equal(leakIn(told.all.replaceAll('shared', '')), undefined);
  assert.equal(told.form.changes[0]?.action, 'created');
});

test('A Namespace of another team keeps its labels, and the Pods in it their names', async () => {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const told = await review(nothing, {
    'apps/new/namespace.yaml': manifests({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: theirs, labels },
    }),
  });
  assert.equal(leakIn(told.all), undefined);
  assert.equal(changeOf(told, theirs).action, 'adopted');
});

test('A binding of another team’s Role needs an approval, and tells nothing of what the Role allows', async () => {
  const binding = object('RoleBinding', 'new', {
    apiVersion: rbac,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'all-powerful' },
    subjects: [{ kind: 'User', name: 'me', apiGroup: 'rbac.authorization.k8s.io' }],
  });
  const files = { 'apps/new/binding.yaml': manifests(binding) };
  const found = (await review(nothing, files)).form.findings.find(({ rule }) => rule === 'rbac-widened');
  assert.equal(found?.severity, 'block');
  assert.match(found.detail, /not shown to this repository/);
  const open = (await review(nothing, files, [theirs])).form.findings.find(
    ({ rule }) => rule === 'rbac-widened',
  );
  assert.match(open?.detail ?? '', /This role opens the way to more/);
});

test('Pods that a selector meets are counted, and not named', async () => {
  const service = (app: string): string =>
    manifests(object('Service', 'ours', { spec: { selector: { app }, ports: [{ port: 80 }] } }));
  await seed(
    bed,
    [object('Service', 'ours', { spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] } })],
    'kubectl',
  );
  const told = await review(
    { ...nothing, 'apps/s/service.yaml': service('shop') },
    { 'apps/s/service.yaml': service('other') },
  );
  const found = told.form.findings.find(({ rule }) => rule === 'selector-changed');
  assert.match(found?.detail ?? '', /it selects 1 before and 0 after/);
  assert.equal(leakIn(told.all), undefined);
});
