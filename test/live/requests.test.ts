import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { predict } from '../../src/live/predict.ts';
import { foundObjects, readLive } from '../../src/live/read-live.ts';
import type { Session } from '../../src/live/session.ts';
import { at } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { readAudit } from '../bed/audit.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, identityUser, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askAll, configMap, deployment, namespace } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

/** What the identity asked in a namespace so far, as the server saw it: `verb resource/name`, sorted. */
async function askedIn(place: string): Promise<readonly string[]> {
  return (await readAudit(bed))
    .filter(({ user, objectRef }) => user.username === identityUser && objectRef?.namespace === place)
    .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}/${objectRef?.name ?? ''}`)
    .sort();
}

test('Many objects of a kind are read by one list a namespace, and the reading is the same as one by one', async () => {
  await seed(bed, [namespace('many'), namespace('more')]);
  const names = Array.from({ length: 12 }, (_, index) => `listed-${index}`);
  const inBoth = (count: number): readonly KubeObject[] =>
    ['many', 'more'].flatMap((place) =>
      names.slice(0, count).map((name) => configMap(name, { name }, place)),
    );
  await seed(bed, inBoth(10), 'kubectl');
  const reading = await readLive(session, { declared: inBoth(12), named: [] });
  assert.equal(reading.size, 24);
  assert.equal([...reading.values()].filter((live) => live.kind === 'absent').length, 4);
  for (const place of ['many', 'more']) assert.deepEqual(await askedIn(place), ['list configmaps/']);
  const found = [...foundObjects(reading).values()];
  assert.equal(found.length, 20);
  for (const object of found) {
    assert.equal(object.kind, 'ConfigMap');
    assert.equal(object.apiVersion, 'v1');
    assert.equal(at(object, 'data', 'name'), object.metadata.name);
  }
});

test('A few objects of a kind are read one by one, and what is declared twice is read once', async () => {
  await seed(bed, [namespace('few')]);
  const declared = ['a', 'b', 'a'].map((name) => configMap(name, {}, 'few'));
  const reading = await readLive(session, { declared, named: [] });
  assert.equal(reading.size, 2);
  assert.deepEqual(await askedIn('few'), ['get configmaps/a', 'get configmaps/b']);
});

test('Base is asked only where it differs from head; where both are the same it is the same answer', async () => {
  const same = apply(configMap('base-same', { a: '1' }));
  const { head, base } = await askAll(session, {
    head: [same, apply(configMap('base-differs', { a: '2' }))],
    base: [
      apply(configMap('base-same', { a: '1' })),
      apply(configMap('base-differs', { a: '1' })),
      apply(configMap('dropped', {})),
    ],
  });
  assert.equal(base.length, 2);
  assert.equal(base[0], head[0]);
  assert.ok(base[1]?.prediction.kind === 'object' && head[1]?.prediction.kind === 'object');
  assert.equal(at(base[1].prediction.object, 'data', 'a'), '1');
  assert.equal(at(head[1].prediction.object, 'data', 'a'), '2');
});

test('Each object of head is dry-run once, of base only what differs, and a changed workload as a Pod too', async () => {
  await seed(bed, [namespace('once')]);
  const names = Array.from({ length: 6 }, (_, index) => `map-${index}`);
  const maps = (value: string): readonly KubeObject[] =>
    names.map((name, index) => configMap(name, { a: index < 2 ? value : 'same' }, 'once'));
  const web = (image: string): KubeObject => deployment('web', { namespace: 'once', image });
  await seed(bed, [...maps('1'), web('web:1')], 'kubectl');
  const { head, base } = await askAll(session, {
    head: [...maps('2'), web('web:2')].map((object) => apply(object)),
    base: [...maps('1'), web('web:1')].map((object) => apply(object)),
  });
  assert.deepEqual(
    [...head, ...base].map(({ prediction }) => prediction.kind),
    Array.from({ length: 14 }, () => 'object'),
  );
  const dryRuns = (await askedIn('once')).filter((asked) => !/^(?:get|list) /u.test(asked));
  assert.deepEqual(dryRuns, [
    'create pods/',
    'patch configmaps/map-0',
    'patch configmaps/map-0',
    'patch configmaps/map-1',
    'patch configmaps/map-1',
    ...names.slice(2).map((name) => `patch configmaps/${name}`),
    'patch deployments/web',
    'patch deployments/web',
  ]);
});

test('An object that moves between the reading and the question is read again', async () => {
  await seed(bed, [configMap('restless', { a: '1' })], 'kubectl');
  const attempt = apply(configMap('restless', { b: '1' }), { manager: 'other' });
  const live = await readLive(session, { declared: [attempt.object], named: [] });
  await seed(bed, [configMap('restless', { a: '2' })], 'kubectl');
  const [answer] = (await predict(session, { head: [attempt], base: [], live, declared: [] })).head;
  assert.ok(answer?.live.kind === 'found' && answer.prediction.kind === 'object');
  assert.equal(at(answer.live.object, 'data', 'a'), '2');
  assert.deepEqual(answer.prediction.object['data'], { a: '2', b: '1' });
});
