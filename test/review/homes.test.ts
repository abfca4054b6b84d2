import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openUsable, type OpenedCluster } from '../../src/adapters.ts';
import { at } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Reconciler } from '../../src/reconciler/contract.ts';
import type { Home, HomeRead } from '../../src/reconciler/declarations.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import { readHomes } from '../../src/review/homes.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { seed } from '../bed/seed.ts';
import { startGuarded, type Guarded } from '../kube/guarded.ts';
import { configMap } from '../live/asking.ts';

let guarded: Guarded;
let usable: OpenedCluster;
/** The same API server under another name. */
let edge: OpenedCluster;

/** The first of each, and what one after the other names. */
const chains: Readonly<Record<string, readonly string[]>> = {
  endless: ['endless-1', 'endless-2', 'endless-3', 'endless-4', 'endless-5'],
  short: ['short-1', 'short-2', 'short-3'],
  circle: ['circle-1', 'circle'],
};

before(async () => {
  guarded = await startGuarded();
  await seed(
    guarded.bed,
    Object.entries(chains).flatMap(([first, names]) =>
      names.map((next, index) => configMap([first, ...names][index] ?? '', { next })),
    ),
  );
  const { kubeconfig } = guarded.identity;
  const config = {
    name: 'bed',
    reach: { kubeconfig },
    allowUnguarded: false,
    concurrency: 8,
    knownAs: [],
    production: false,
  };
  const access = { kind: 'kubeconfig', files: [kubeconfig], context: undefined } as const;
  const trust = { allowUnverifiedTls: false, unguarded: 'refuse' } as const;
  usable = await openUsable(config, access, trust);
  edge = await openUsable({ ...config, name: 'edge' }, access, trust);
});

after(async () => {
  await Promise.all([usable.close(), edge.close()]);
  await proveNothingWritten(guarded.bed, { onlyReads: true });
  await guarded.end();
});

function named(name: string): HomeRead {
  return { group: '', kind: 'ConfigMap', namespace: 'default', name };
}

function following(first: string): Reconciler {
  const next = (object: KubeObject): readonly HomeRead[] => {
    const name = at(object, 'data', 'next');
    return typeof name === 'string' ? [named(name)] : [];
  };
  return { ...plain, name: 'argo-cd', reads: (_installation, seen) => [named(first), ...seen.flatMap(next)] };
}

/** Of a reconciler that reads the first, and what each object names. */
async function homeOf(first: string, reconciler = following(first)): Promise<Home> {
  const { homes } = await readHomes({
    clusters: [usable, edge],
    installations: [
      { kind: 'argo-cd', cluster: 'bed', namespace: 'default', version: 'v3.5.7', appliesAs: [] },
    ],
    mask: createMask(),
    reconcilers: [reconciler],
    stop: AbortSignal.timeout(60_000),
  });
  const [home, ...more] = homes;
  assert.ok(home !== undefined && more.length === 0);
  return home;
}

function namesIn({ objects }: Home): readonly string[] {
  return objects.map(({ metadata }) => metadata.name);
}

test('What objects of a home name is read until nothing is new, each once', async () => {
  const short = await homeOf('short');
  assert.deepEqual([namesIn(short), short.gaps], [['short', 'short-1', 'short-2'], []]);
  const circle = await homeOf('circle');
  assert.deepEqual([namesIn(circle), circle.gaps], [['circle', 'circle-1'], []]);
});

test('What is named after four rounds is not read, and that is said', async () => {
  const endless = await homeOf('endless');
  assert.deepEqual(namesIn(endless), ['endless', 'endless-1', 'endless-2', 'endless-3']);
  assert.deepEqual(
    endless.gaps.map(({ kind, why }) => `${kind}: ${String(why)}`),
    [
      'live-value-needed: what was read in bed names more that would have to be read (1), after 4 rounds of that',
    ],
  );
});

test('What is kept in another cluster is read there, as soon as the home names it', async () => {
  const reads: Reconciler['reads'] = (_installation, seen) => [
    named('short'),
    ...seen.map(() => ({ ...named('circle'), cluster: 'edge' })),
    { ...named('circle'), cluster: 'of-somebody-else' },
  ];
  const { objects, elsewhere, gaps } = await homeOf('short', { ...following('short'), reads });
  assert.deepEqual(
    objects.map(({ metadata }) => metadata.name),
    ['short'],
  );
  assert.deepEqual(
    [...elsewhere].map(([cluster, those]) => [cluster, those.map(({ metadata }) => metadata.name)]),
    [
      ['of-somebody-else', []],
      ['edge', ['circle']],
    ],
  );
  assert.deepEqual(gaps, []);
});
