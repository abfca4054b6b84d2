import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Reconciler } from '../../src/reconciler/contract.ts';
import { plain } from '../../src/reconciler/plain/plain.ts';
import { configMap } from '../reconciler/plain/story.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed } from './reviewed-trees.ts';

const adapters = adaptersForAll();

/** Units whose renders declare units; of these, `second` takes the place of `first` as soon as that is rendered. */
function replacing(seen: string[][]): Reconciler {
  return {
    ...plain,
    declares: async () => Promise.resolve(true),
    discover: async (declarations) => {
      const rendered = declarations.rendered.map(({ unit }) => unit.id);
      if (declarations.side === 'head') seen.push(rendered);
      const id = rendered.includes('plain/first') ? 'plain/second' : 'plain/first';
      const found = await plain.discover(declarations);
      return { ...found, units: found.units.filter((unit) => unit.id === id) };
    },
  };
}

test('What a unit renders that is none any more counts after what the units render that there are', async () => {
  const seen: string[][] = [];
  const files = { 'first/a.yaml': configMap, 'second/a.yaml': configMap };
  await reviewed(adapters(), { base: files, head: files }, { reconcilers: [replacing(seen)] });
  assert.deepEqual(seen, [[], ['plain/first'], ['plain/second', 'plain/first']]);
});
