import assert from 'node:assert/strict';
import { test } from 'node:test';
import { words } from '../../src/object/masked.ts';
import type { Reconciler } from '../../src/reconciler/contract.ts';
import type { Closure, Unit } from '../../src/reconciler/unit.ts';
import type { Pair, Sided } from '../../src/reconciler/pairs.ts';
import { pairUp } from '../../src/reconciler/pairs.ts';
import { changedPaths, reasonToReview } from '../../src/reconciler/touched.ts';
import type { Tree } from '../../src/source/tree.ts';

const tree: Tree = {
  commit: undefined,
  oid: '0'.repeat(40),
  entries: new Map(),
  read: () => Promise.resolve(new Map()),
};

const unused = (): never => {
  throw new Error('selecting units asks a reconciler nothing');
};
const reconciler: Reconciler = {
  name: 'plain',
  givesWay: true,
  isGuess: unused,
  reads: unused,
  foreseen: unused,
  discover: unused,
  closure: unused,
  declares: unused,
  renderPlan: unused,
  finish: unused,
  looksAt: unused,
  course: unused,
  attempts: unused,
  applied: unused,
  lastSync: unused,
  consumed: unused,
  inventory: unused,
  prune: unused,
  newlyHidden: unused,
  ignoring: unused,
  notes: unused,
  claims: unused,
  identity: unused,
  applies: unused,
  counterpart: unused,
};

function sided(closure: Partial<Closure>, settings: Unit['declaration']['settings'] = {}): Sided {
  const nowhere = { cluster: undefined, namespace: undefined };
  const declaration = { place: undefined, uid: undefined, generation: undefined, settings };
  const unit = { id: 'plain/a', reconciler: 'plain', home: nowhere, target: nowhere, path: 'a', declaration };
  return { unit, reconciler, tree, closure: { paths: [], remotes: [], unknown: [], ...closure } };
}

function pair(closure: Partial<Closure>): Pair {
  return { id: 'plain/a', base: sided(closure), head: sided(closure) };
}

const stories: readonly (readonly [string, Pair, readonly string[], string | undefined])[] = [
  ['a changed file of its closure', pair({ paths: ['a/x.yaml'] }), ['a/x.yaml'], 'path'],
  [
    'a changed file below a directory of its closure',
    pair({ paths: ['a/'] }),
    ['0', 'a/b/c.yaml', 'z'],
    'path',
  ],
  ['a directory whose name only begins alike', pair({ paths: ['a/'] }), ['a-b/c.yaml', 'a0'], undefined],
  ['a file that no unit needs', pair({ paths: ['a/', 'b/x.yaml'] }), ['README.md'], undefined],
  ['a reference that could not be followed', pair({ unknown: [words`a URL`] }), ['z'], 'unknown-reference'],
  ['a unit at the root of the repository', pair({ paths: [''] }), ['z'], 'path'],
  ['a unit at the root, written with a slash', pair({ paths: ['./'] }), ['z'], 'path'],
  ['a unit that head no longer has', { id: 'a', base: sided({}), head: undefined }, ['z'], 'one-side-only'],
  ['other settings', { id: 'a', base: sided({}), head: sided({}, { prune: true }) }, ['z'], 'declaration'],
];

for (const [what, reviewed, changed, reason] of stories) {
  test(`${what} ${reason === undefined ? 'leaves the unit alone' : `is a reason to review: ${reason}`}`, () => {
    assert.equal(reasonToReview(reviewed, changedPaths(changed)), reason);
  });
}

test('units pair up by id, in byte order, whichever side has them', () => {
  const unit = (id: string): Sided => ({ ...sided({}), unit: { ...sided({}).unit, id } });
  const pairs = pairUp([unit('b'), unit('B')], [unit('a'), unit('b')]);
  assert.deepEqual(
    pairs.map(({ id, base, head }) => [id, base !== undefined, head !== undefined]),
    [
      ['B', true, false],
      ['a', false, true],
      ['b', true, true],
    ],
  );
});
