import assert from 'node:assert/strict';
import { test } from 'node:test';

import { identityOf } from '../../src/object/identity.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Sided } from '../../src/reconciler/pairs.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import { refutedGuesses } from '../../src/review/standing-units.ts';
import type { Guessed } from '../../src/review/standing-units.ts';
import { treeOf } from '../render/tree.ts';

function named(...names: readonly string[]): readonly KubeObject[] {
  return names.map((name) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'shop' },
  }));
}

const origin = { file: 'a.yaml', line: 1 };

interface Told {
  readonly id: string;
  readonly isGuess: boolean;
  readonly cluster?: string;
  readonly base?: readonly KubeObject[];
  readonly head?: readonly KubeObject[];
  readonly inventory?: readonly KubeObject[];
}

function unit({ id, isGuess, cluster = 'production', base, head, inventory }: Told): Guessed {
  const where = { cluster: cluster === '' ? undefined : cluster, namespace: 'shop' };
  const declaration = { place: undefined, uid: undefined, generation: undefined, settings: {} };
  const sided: Sided = {
    unit: { id, reconciler: 'any', home: where, target: where, path: `deploy/${id}`, declaration },
    reconciler: {
      ...plain,
      isGuess: () => isGuess,
      inventory: () =>
        inventory === undefined ? { kind: 'none' } : { kind: 'objects', objects: inventory.map(identityOf) },
    },
    tree: treeOf({}),
    closure: { paths: [], remotes: [], unknown: [] },
  };
  const on = (objects: readonly KubeObject[] | undefined): Sided | undefined =>
    objects === undefined && inventory === undefined ? undefined : sided;
  return {
    pair: { id, base: on(base), head: head === undefined ? undefined : sided },
    cluster: where.cluster,
    base: base?.map((object) => ({ object, origin })),
    objects: head ?? [],
  };
}

function refuted(...units: readonly Guessed[]): readonly string[] {
  const pairs = units.map(({ pair }) => pair);
  return [...refutedGuesses(units, pairs, createMask())].map(([id, { why }]) => `${id}: ${why}`);
}

const web = { id: 'web', isGuess: false, base: named('a', 'b', 'c'), head: named('a', 'b', 'c') };
const overlay = { id: 'overlay', isGuess: true, base: named('a', 'b', 'd'), head: named('a', 'b', 'd') };

test('A directory most of whose objects a reconciler has there is the form of another environment', () => {
  assert.deepEqual(refuted(unit(web), unit(overlay)), [
    'overlay: deploy/overlay is not compared with production: 2 of its 3 objects are there from web, so it seems to be the form of another environment',
  ]);
  const all = { ...overlay, base: named('a', 'b'), head: named('a', 'b') };
  assert.match(refuted(unit(web), unit(all)).join(), /all of its 2 objects/u);
});

test('What the reconciler itself has on record counts, too', () => {
  const { base: inventory } = web;
  assert.equal(refuted(unit({ id: 'web', isGuess: false, inventory }), unit(overlay)).length, 1);
});

test('A directory that is named, on another cluster, on none, or half another’s stays a unit', () => {
  assert.deepEqual(refuted(unit(web), unit({ ...overlay, isGuess: false })), []);
  assert.deepEqual(refuted(unit(web), unit({ ...overlay, cluster: 'staging' })), []);
  assert.deepEqual(refuted(unit({ ...web, cluster: '' }), unit({ ...overlay, cluster: '' })), []);
  assert.deepEqual(
    refuted(unit(web), unit({ ...overlay, base: named('a', 'd'), head: named('a', 'd') })),
    [],
  );
});

test('No pull request takes a directory out of its review by what it adds to either', () => {
  const taken = { id: 'web', isGuess: false, head: named('a', 'b', 'd') };
  assert.deepEqual(refuted(unit(taken), unit(overlay)), []);
  const padded = { ...overlay, base: named('d'), head: named('a', 'b', 'c', 'd') };
  assert.deepEqual(refuted(unit(web), unit(padded)), []);
  const made = { id: 'overlay', isGuess: true, head: named('a', 'b', 'd') };
  assert.deepEqual(refuted(unit(web), unit(made)), []);
  assert.equal(refuted(unit(web), unit({ ...made, head: named('a', 'b') })).length, 1);
});
