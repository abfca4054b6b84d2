import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { canonicalJson } from '../../../src/object/canonical.ts';
import type { Session } from '../../../src/live/session.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../src/object/json.ts';
import { asCreated, withLastApplied } from '../../../src/reconciler/argo-cd/apply/last-applied.ts';
import { proveNothingWritten } from '../../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../../bed/control-plane.ts';
import { addIdentity, sessionOf, type Identity } from '../../bed/identity.ts';
import { resolve } from '../../bed/resolve.ts';
import { judgePatches, type Judged } from './judged-patches.ts';
import { openRelay, type Relay } from './recorded-kubectl.ts';

/** With 1, all 2173 objects: 12 minutes, and the same outcome. */
const share = 12;

let bed: ControlPlane;
let identity: Identity;
let relay: Relay;
let judged: readonly Judged[];

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed, 'none');
  relay = await openRelay(bed, await resolve('kubectl'));
  const openSession = async (): Promise<Session> => sessionOf(identity.cluster);
  judged = await judgePatches({ bed, openSession, relay, share });
});

after(async () => {
  await relay.close();
  await proveNothingWritten(bed, { onlyReads: true });
  await identity.cluster.close();
  await bed.stop();
});

function names(all: readonly Judged[]): readonly string[] {
  return all.map(({ name }) => name);
}

test('Every patch is the one that kubectl sends, and none is sent where kubectl sends none', (context) => {
  const count = (kind: string): number => judged.filter(({ ours }) => ours.kind === kind).length;
  const differing = judged.filter(({ ours, theirs }) => {
    if (ours.kind !== 'patch') return theirs !== undefined;
    return theirs?.type !== ours.type || !isDeepStrictEqual(theirs.body, ours.body);
  });
  context.diagnostic(
    `${String(judged.length)} objects: ${String(count('patch'))} patches, ${String(count('unchanged'))} unchanged, ${String(count('refused'))} refused by the client, ${String(count('not-predicted'))} not predicted`,
  );
  for (const { name, ours, theirs } of differing.slice(0, 5))
    context.diagnostic(`${name}\n ours ${JSON.stringify(ours)}\n kubectl ${JSON.stringify(theirs?.body)}`);
  assert.deepEqual(names(differing), []);
  assert.equal(count('unknown-kind'), 0);
  assert.ok(count('not-predicted') < judged.length / 100);
  assert.ok(count('patch') > 100, `${String(count('patch'))} patches`);
  assert.ok(count('unchanged') > 10);
  assert.ok(count('refused') > 3);
});

/** Without what is of the moment: the order of managers is that of their times. */
function settled(body: JsonObject): Json {
  const metadata = at(body, 'metadata');
  if (!isJsonObject(metadata)) return body;
  const { resourceVersion: _, managedFields, ...others } = metadata;
  const managers = (isJsonArray(managedFields) ? managedFields : [])
    .filter(isJsonObject)
    .map(({ time: __, ...entry }) => canonicalJson(entry))
    .toSorted();
  return { ...body, metadata: { ...others, managedFields: managers } };
}

test('The answer to our dry run is what kubectl then leaves in the cluster', (context) => {
  const both = judged.flatMap((each) =>
    each.predicted !== undefined && each.theirs !== undefined
      ? [{ each, predicted: each.predicted, theirs: each.theirs }]
      : [],
  );
  const landed = both.filter(({ theirs }) => theirs.status === 200);
  context.diagnostic(
    `${String(landed.length)} landed, ${String(both.length - landed.length)} refused by the server`,
  );
  const other = both.filter(({ predicted, theirs }) =>
    theirs.status === 200
      ? !isDeepStrictEqual(settled(predicted.body), settled(theirs.reply))
      : predicted.status !== theirs.status,
  );
  for (const { each, predicted, theirs } of other.slice(0, 3))
    context.diagnostic(
      `${each.name}\n predicted ${String(predicted.status)} ${JSON.stringify(settled(predicted.body))}\n landed ${String(theirs.status)} ${JSON.stringify(settled(theirs.reply))}`,
    );
  assert.deepEqual(names(other.map(({ each }) => each)), []);
  assert.ok(landed.length > 60, `${String(landed.length)} landed`);
  assert.ok(both.length > landed.length);
});

test('Our own merge of the patch is the server’s', () => {
  const merged = judged.flatMap(({ name, predicted, replaced }) =>
    predicted?.status === 200 && replaced !== undefined ? [{ name, predicted, replaced }] : [],
  );
  const other = merged.filter(
    ({ predicted, replaced }) =>
      !isDeepStrictEqual(unmanaged(settled(predicted.body)), unmanaged(settled(replaced.body))),
  );
  assert.deepEqual(
    other.map(({ name }) => name),
    [],
  );
  assert.ok(merged.length > 60, `${String(merged.length)} merged`);
});

function unmanaged(value: Json): Json {
  const metadata = at(value, 'metadata');
  if (!isJsonObject(value) || !isJsonObject(metadata)) return value;
  const { managedFields: _, ...others } = metadata;
  return { ...value, metadata: others };
}

test('Custom resources and built-in kinds each have patches of their own form', () => {
  const types = (isWanted: (each: Judged) => boolean): readonly string[] => [
    ...new Set(judged.filter(isWanted).flatMap(({ ours }) => (ours.kind === 'patch' ? [ours.type] : []))),
  ];
  const isCustom = ({ group }: Judged): boolean => group.includes('.') && !group.endsWith('.k8s.io');
  assert.deepEqual(types(isCustom), ['application/merge-patch+json']);
  assert.deepEqual(
    types((each) => !isCustom(each)),
    ['application/strategic-merge-patch+json'],
  );
});

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

test('The annotation has Go’s text: sorted keys, escaped markup, a new line at the end, and no annotation inside', () => {
  const object = {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', annotations: { [annotation]: 'old', empty: null } },
    data: { b: '<a> & "b"\u2028', a: '1' },
  };
  assert.equal(
    at(withLastApplied(object), 'metadata', 'annotations', annotation),
    '{"apiVersion":"v1","data":{"a":"1","b":"\\u003ca\\u003e \\u0026 \\"b\\"\\u2028"},"kind":"ConfigMap","metadata":{"annotations":{"empty":""},"name":"a"}}\n',
  );
});

test('An object that is made has no nulls, but its annotation has', () => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1', b: null } };
  const made = asCreated(object);
  assert.deepEqual(made['data'], { a: '1' });
  assert.equal(
    at(made, 'metadata', 'annotations', annotation),
    '{"apiVersion":"v1","data":{"a":"1","b":null},"kind":"ConfigMap","metadata":{"annotations":{},"name":"a"}}\n',
  );
});
