import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { seed } from '../bed/seed.ts';
import { leakIn } from './canary.ts';
import { manifests, nothing, openSight, type Files, type TeamsSight } from './neighbors.ts';
import { object, theirs } from './others.ts';

let sight: TeamsSight;

before(async () => {
  sight = await openSight();
});

after(async () => {
  await sight.end();
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
    const told = await sight.review(base, head);
    assert.equal(leakIn(told.all), undefined);
    const found = told.form.changes.filter(({ object: { namespace } }) => namespace === theirs);
    assert.notEqual(found.length, 0);
    assert.ok(found.every(({ action, live }) => action === 'adopted' && live === null));
  });
}

test('A claim of one unit is no claim of another: what moves is shown where base declares it', async () => {
  await seed(sight.bed, [object('ConfigMap', 'moving', { data: { a: 'zanzibar-moving-4711' } })], 'kubectl');
  const moving = manifests(object('ConfigMap', 'moving', { data: { a: 'b' } }));
  const told = await sight.review(
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
  const told = await sight.review(nothing, { 'apps/new/map.yaml': manifests(generated) });
  assert.equal(leakIn(told.all.replaceAll('shared', '')), undefined);
  assert.equal(told.form.changes[0]?.action, 'created');
});
