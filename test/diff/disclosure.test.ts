import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf } from '../../src/diff/disclosure.ts';
import { words } from '../../src/object/masked.ts';
import { compareOne, configMap, served } from './objects.ts';
import type { Story } from './objects.ts';

const mine = configMap({ added: 'by-me' });
const theirs = served(configMap({ canaryKey: 'canary-value' }, { labels: { 'canary-label': 'x' } }), [
  ['canary-manager', 'Update', { 'f:data': { 'f:canaryKey': {} } }],
]);
const merged = served(configMap({ canaryKey: 'canary-value', added: 'by-me' }), [
  ['canary-manager', 'Update', { 'f:data': { 'f:canaryKey': {} } }],
]);

const stories: Readonly<Record<string, Story>> = {
  'would take it over': { head: mine, live: theirs, prediction: merged },
  'would be refused': {
    head: mine,
    live: theirs,
    prediction: { kind: 'refused', by: 'server', message: words`canary-value is not allowed` },
  },
  'would be in conflict': {
    head: mine,
    live: theirs,
    prediction: {
      kind: 'conflict',
      conflicts: [{ manager: words`canary-manager`, field: words`.data.canaryKey` }],
      message: words`conflict with canary-manager: .data.canaryKey`,
    },
  },
};

for (const [what, story] of Object.entries(stories)) {
  test(`a pull request that adds an object of another team, and ${what}, learns nothing of it`, () => {
    const { only, gaps } = compareOne(story);
    const text = JSON.stringify([only, gaps]);
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /by-me/);
    assert.deepEqual([only.change.fields, only.change.text, only.change.live], [[], '', undefined]);
    assert.deepEqual(
      gaps.map(({ kind }) => kind),
      ['not-disclosed'],
    );
    assert.deepEqual([only.before, only.after], [undefined, mine]);
  });
}

test('whether the content is the same is not told either', () => {
  const same = served(mine);
  assert.equal(compareOne({ head: mine, live: same, prediction: same }).only.change.action, 'adopted');
  assert.equal(compareOne({ head: mine, live: theirs, prediction: merged }).only.change.action, 'adopted');
});

test('whether it would be made anew, since what lives does not take the change, is not told either', () => {
  const prediction = { kind: 'recreated', object: merged } as const;
  assert.equal(compareOne({ head: mine, live: theirs, prediction }).only.change.action, 'adopted');
});

test('an inventory that cannot be read gives no claim', () => {
  const why = words`forbidden`;
  const inventory = {
    kind: 'gap',
    gap: { kind: 'inventory-unreadable', unit: undefined, object: undefined, why },
  } as const;
  const { only } = compareOne({ base: mine, head: mine, live: theirs, prediction: merged }, { inventory });
  assert.doesNotMatch(JSON.stringify(only), /canary/);
  assert.equal(only.change.action, 'configured');
});

test('an object that base declares, and one in an opened namespace, is shown', () => {
  const story = { head: mine, live: theirs, prediction: merged };
  assert.match(compareOne({ ...story, base: mine }).only.change.text, /canary-value/);
  assert.match(
    compareOne(story, { maySee: (namespace) => namespace === 'shop' }).only.change.text,
    /canary-value/,
  );
  assert.doesNotMatch(
    compareOne(story, { maySee: (namespace) => namespace === 'other' }).only.change.text,
    /canary-value/,
  );
});

test('a Namespace is opened with what is in it, and other objects without a namespace are not', () => {
  const maySee = (namespace: string): boolean => namespace === 'shop';
  const claims = claimsOf({ inventory: { kind: 'objects', objects: [] }, atBase: new Set(), maySee });
  const isDisclosed = (kind: string, name: string): boolean =>
    claims({ group: '', kind, namespace: '', name }).disclosed;
  assert.equal(isDisclosed('Namespace', 'shop'), true);
  assert.equal(isDisclosed('Namespace', 'other'), false);
  assert.equal(isDisclosed('Node', 'shop'), false);
});
