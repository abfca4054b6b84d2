import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Gap } from '../../src/object/gap.ts';
import { words } from '../../src/object/masked.ts';
import type { Applied, Inventory } from '../../src/reconciler/unit-record.ts';
import type { Pair, Sided } from '../../src/reconciler/pairs.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import { claimedInventory, unclaimedGaps, unreadRecords } from '../../src/review/claimed-inventory.ts';
import { treeOf } from '../render/tree.ts';

const held: Inventory = {
  kind: 'objects',
  objects: [{ group: '', kind: 'ConfigMap', namespace: 'payments', name: 'settings' }],
};

function sided(cluster: string, inventory: Inventory = held): Sided {
  const where = { cluster, namespace: 'shop' };
  return {
    unit: {
      id: 'web',
      reconciler: 'argo-cd',
      home: where,
      target: where,
      path: '.',
      declaration: { place: undefined, uid: undefined, generation: undefined, settings: {} },
    },
    reconciler: { ...plain, inventory: () => inventory },
    tree: treeOf({}),
    closure: { paths: [], remotes: [], unknown: [] },
  };
}

function pair(base: Sided | undefined, head: Sided | undefined): Pair {
  return { id: 'web', base, head };
}

test('A unit holds on its cluster what it holds at base', () => {
  for (const one of [pair(sided('a'), sided('a')), pair(sided('a'), undefined)]) {
    assert.equal(claimedInventory(one), held);
    assert.deepEqual(unclaimedGaps(one), []);
  }
});

test('A unit that only head declares, or brings to another cluster, holds nothing there, and that is said', () => {
  for (const one of [pair(undefined, sided('a')), pair(sided('a'), sided('b'))]) {
    assert.deepEqual(claimedInventory(one), { kind: 'objects', objects: [] });
    assert.deepEqual(
      unclaimedGaps(one).map(({ kind }) => kind),
      ['inventory-unreadable'],
    );
  }
});

test('What base declares is no claim on a cluster that only head names, where no inventory is kept', () => {
  const none: Inventory = { kind: 'none' };
  assert.deepEqual(claimedInventory(pair(sided('a', none), sided('b', none))), {
    kind: 'objects',
    objects: [],
  });
  assert.deepEqual(claimedInventory(pair(sided('a', none), sided('a', none))), none);
});

test('A record that could not be read is a gap of the unit, one for each reason, and a home that nobody named is none', () => {
  const unread = (kind: Gap['kind'], why: Gap['why']): Extract<Applied & Inventory, { kind: 'gap' }> => ({
    kind: 'gap',
    gap: { kind, unit: undefined, object: undefined, why },
  });
  const told = (inventory: Inventory, applied: Applied): readonly string[] =>
    unreadRecords(pair(sided('a'), undefined), inventory, applied).map(
      ({ kind, unit }) => `${kind} of ${unit}`,
    );
  const [secret, other] = [words`no right to read its Secret`, words`it is broken`];
  const inventory = unread('inventory-unreadable', secret);
  assert.deepEqual(told(inventory, unread('applied-unreadable', secret)), ['inventory-unreadable of web']);
  assert.deepEqual(told(inventory, unread('applied-unreadable', other)), [
    'inventory-unreadable of web',
    'applied-unreadable of web',
  ]);
  assert.deepEqual(told(unread('no-cluster', other), { kind: 'objects', objects: [] }), []);
});
