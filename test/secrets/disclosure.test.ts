import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { KubeObject } from '../../src/object/kube-object.ts';
import { seed } from '../bed/seed.ts';
import { leakIn } from './canary.ts';
import { changeOf, manifests, nothing, openSight, type TeamsSight } from './neighbors.ts';
import { guessed, object, theirs } from './others.ts';

let sight: TeamsSight;

before(async () => {
  sight = await openSight();
});

after(async () => {
  await sight.end();
});

const rbac = 'rbac.authorization.k8s.io/v1';
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
    const told = await sight.review(nothing, { 'apps/new/all.yaml': manifests(...taken) });
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
  const told = await sight.review(nothing, { 'apps/new/all.yaml': manifests(...merging) }, [theirs]);
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
  const told = await sight.review(nothing, { 'apps/new/guesses.yaml': manifests(...declared) });
  const said = (name: string): string => {
    const { order: _order, ...change } = changeOf(told, name);
    return JSON.stringify(change).replaceAll(name, 'NAME');
  };
  for (const kind of ['guess', 'sealed', 'judged'])
    assert.equal(said(`${kind}-right`), said(`${kind}-wrong`));
  // The same guesses are told apart where they may be.
  const open = await sight.review(nothing, { 'apps/new/guesses.yaml': manifests(...declared) }, [theirs]);
  for (const kind of ['guess', 'sealed', 'judged']) {
    assert.notEqual(changeOf(open, `${kind}-right`).action, changeOf(open, `${kind}-wrong`).action, kind);
  }
});

test('What another team keeps secret does not decide which words of a pull request are hidden', async () => {
  const guesses = { ...object('ConfigMap', 'guesses'), data: { words: 'correct horse, battery staple' } };
  const mine = { ...guesses, metadata: { name: 'guesses', namespace: 'shop' } };
  const files = { 'apps/new/all.yaml': manifests(mine, ...merging) };
  assert.ok(
    changeOf(await sight.review(nothing, files), 'guesses').text.includes('correct horse, battery staple'),
  );
  assert.ok(
    changeOf(await sight.review(nothing, files, [theirs]), 'guesses').text.includes('***, battery staple'),
  );
});

test('A Namespace of another team keeps its labels, and the Pods in it their names', async () => {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  const told = await sight.review(nothing, {
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
  const found = (await sight.review(nothing, files)).form.findings.find(
    ({ rule }) => rule === 'rbac-widened',
  );
  assert.equal(found?.severity, 'block');
  assert.match(found.detail, /not shown to this repository/);
  const open = (await sight.review(nothing, files, [theirs])).form.findings.find(
    ({ rule }) => rule === 'rbac-widened',
  );
  assert.match(open?.detail ?? '', /This role opens the way to more/);
});

test('Pods that a selector meets are counted, and not named', async () => {
  const service = (app: string): string =>
    manifests(object('Service', 'ours', { spec: { selector: { app }, ports: [{ port: 80 }] } }));
  await seed(
    sight.bed,
    [object('Service', 'ours', { spec: { selector: { app: 'shop' }, ports: [{ port: 80 }] } })],
    'kubectl',
  );
  const told = await sight.review(
    { ...nothing, 'apps/s/service.yaml': service('shop') },
    { 'apps/s/service.yaml': service('other') },
  );
  const found = told.form.findings.find(({ rule }) => rule === 'selector-changed');
  assert.match(found?.detail ?? '', /it selects 1 before and 0 after/);
  assert.equal(leakIn(told.all), undefined);
});
