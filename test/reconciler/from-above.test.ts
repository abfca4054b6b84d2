import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimedBy } from '../../src/reconciler/claimed.ts';
import { fromAbove } from '../../src/reconciler/from-above.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import { treeOf } from '../render/tree.ts';
import { configMap, discoverIn } from './plain/story.ts';

/** As many as Git itself takes in one path. */
const depth = 2000;
const directories = Array.from({ length: depth }, (_, index) => `${'d/'.repeat(index)}d`);

test('What a directory inherits is decided once for each directory, however deep and however often it is asked', () => {
  let steps = 0;
  const count = fromAbove(0, (_, above) => {
    steps += 1;
    return above + 1;
  });
  assert.deepEqual([...directories, ...directories.toReversed()].map(count).slice(0, 3), [1, 2, 3]);
  assert.equal(steps, depth);
  assert.equal(count('.'), 0);
  assert.equal(count('e/f'), 2);
});

const contents = {
  'a.yaml': configMap,
  'Chart.yaml': 'name: a\nversion: 1.0.0\n',
  'kustomization.yaml': 'resources: []\n',
};

for (const [name, content] of Object.entries(contents)) {
  test(
    `A tree of 2,000 directories in each other ends, with ${name} in every one`,
    { timeout: 60_000 },
    async () => {
      const tree = treeOf(
        Object.fromEntries(directories.map((directory) => [`${directory}/${name}`, content])),
      );
      assert.notEqual(plain.foreseen(tree).length, 0);
      const { units } = await discoverIn(tree, { config: 'ignore: [nothing/here]\n' });
      assert.equal(units.length, depth);
      const closures = await Promise.all(units.map(async (unit) => plain.closure(unit, tree)));
      assert.equal([...tree.entries.keys()].filter(claimedBy(closures)).length, depth);
      const gone = await discoverIn(treeOf({ 'a.yaml': configMap }), { others: units });
      assert.equal(gone.units.length, 1);
    },
  );
}
