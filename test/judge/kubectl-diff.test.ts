import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import type { KubeObject } from '../../src/object/kube-object.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { resolve } from '../bed/resolve.ts';
import { acceptedObjects, type Corpus } from './accepted-objects.ts';
import { edited, editNames } from './edits.ts';
import { fewOfEach } from './few-of-each.ts';
import { isOfPods, judge, type Judged } from './judged-round.ts';
import { seedAsKubectl } from './seeded-cluster.ts';

let bed: ControlPlane;
let identity: Identity;
let folder: string;
let corpus: Corpus;
let judged: readonly Judged[];

/** Of each kind with the same edit. With Infinity, all 1943 objects: twice the processor time, and the same outcome. */
const most = 3;

/** Once they are there, the server asks webhooks and servers that do not exist about everything else: they come last. */
const gatekeepers = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration', 'APIService'];

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed, 'dry-run');
  folder = await mkdtemp(join(tmpdir(), 'proofline-judge-'));
  corpus = await acceptedObjects(bed.admin);
  const others = await round('others', ({ kind }) => !gatekeepers.includes(kind));
  judged = [...others, ...(await round('gatekeepers', ({ kind }) => gatekeepers.includes(kind)))];
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
  await identity.cluster.close();
  await bed.stop();
});

async function round(name: string, isIn: (object: KubeObject) => boolean): Promise<readonly Judged[]> {
  const units = new Map(
    [...fewOfEach(corpus.accepted, most)]
      .map(([unit, objects]) => [unit, objects.filter(isIn)] as const)
      .filter(([, objects]) => objects.length > 0),
  );
  await seedAsKubectl(bed, [...units.values()].flat());
  const kubectl = { program: await resolve('kubectl'), kubeconfig: bed.adminKubeconfig, folder };
  return await judge({ kubectl, kubeconfig: identity.kubeconfig, folder: join(folder, name), units });
}

function named(all: readonly Judged[]): readonly string[] {
  return all.map(({ name, edit }) => `${name}: ${edit}`).sort();
}

function theyChange({ theirs }: Judged): boolean {
  return 'changed' in theirs && theirs.changed;
}

test('Of the objects that an API server of its own accepts, each kind is judged after each edit that it has', () => {
  const accepted = [...corpus.accepted.values()].flat();
  assert.deepEqual([accepted.length, corpus.left], [1943, 869]);
  assert.equal(judged.length, 547);
  const sorts = accepted.map((object) => `${object.kind}: ${edited(object).edit}`);
  assert.deepEqual(new Set(judged.map(({ object, edit }) => `${object.kind}: ${edit}`)), new Set(sorts));
  assert.deepEqual(
    editNames.filter((name) => !judged.some(({ edit }) => edit === name)),
    [],
  );
});

test('The same objects are changed as kubectl diff says, and no others', () => {
  const ours = judged.filter(({ ours: { action } }) => action === 'configured');
  const theirs = judged.filter(theyChange);
  assert.deepEqual(named(ours), named(theirs));
  assert.ok(ours.length > 250, `${String(ours.length)} changed`);
  const unchanged = judged.filter(({ ours: { action } }) => action === 'unchanged');
  assert.ok(unchanged.length > 150, `${String(unchanged.length)} unchanged`);
});

test('What the server refuses, both say so, for the same fields and reasons', () => {
  const refused = judged.filter(({ ours: { action } }) => action === 'refused');
  assert.ok(refused.length > 40, `${String(refused.length)} refused`);
  for (const { name, ours, theirs } of refused) {
    assert.ok('refusal' in theirs, `kubectl does not refuse ${name}: ${ours.message ?? ''}`);
    assert.equal(ours.by, 'server');
    const reasons = reasonsIn(theirs.refusal);
    assert.notEqual(reasons.length, 0);
    const said = oneLine(ours.message ?? '');
    for (const reason of reasons) assert.ok(said.includes(reason), `${name}: ${reason} is not in: ${said}`);
  }
});

test('No Pods are refused: the real workloads run', () => {
  assert.deepEqual(named(judged.filter(({ ours }) => isOfPods(ours))), []);
});

test('Nothing else came of any object', () => {
  const known = ['configured', 'unchanged', 'refused'];
  assert.deepEqual(named(judged.filter(({ ours }) => !known.includes(ours.action))), []);
});

test('Nothing was written by the reviews', async () => {
  const { dryRuns } = await proveNothingWritten(bed);
  assert.ok(dryRuns > judged.length, `${String(dryRuns)} dry runs`);
});

/** kubectl words the same status in its own way; values, which may be secret, end what is compared. */
function reasonsIn(refusal: string): readonly string[] {
  const said = refusal
    .replace(/^Error from server(?: \(\w+\))?: /u, '')
    .replace(/^The \w+ "[^"]*" is invalid: /u, '');
  return said.split(/(?:^|\n)\* /u).flatMap((reason) => {
    const [start = ''] = oneLine(reason).split(/(?<=Invalid value:)/u);
    return start === '' ? [] : [start];
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
