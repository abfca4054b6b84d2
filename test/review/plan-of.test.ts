import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../src/object/mask.ts';
import { configMap } from '../reconciler/plain/story.ts';
import type { Files } from '../render/tree.ts';
import { adaptersForAll } from './adapters-for-all.ts';
import { reviewed, told } from './reviewed-trees.ts';

const adapters = adaptersForAll();

test('A review plans the render of each side once, also where it says at which line a value stands', async () => {
  const files = (value: string): Files => ({
    'deploy/kustomization.yaml': 'resources: [config.yaml]\n',
    'deploy/config.yaml': `${configMap}data: {a: '${value}'}\n`,
  });
  const mask = createMask();
  const stop = AbortSignal.timeout(60_000);
  const planned: string[] = [];
  const reconcilers = adapters()
    .reconcilers({ mask, stop, installations: [], clusters: [] })
    .map((reconciler) => ({
      ...reconciler,
      renderPlan: async (...[unit, tree]: Parameters<typeof reconciler.renderPlan>) => {
        planned.push(`${unit.id} ${tree.oid}`);
        return reconciler.renderPlan(unit, tree);
      },
    }));
  const parts = { reconcilers, mask, stop };
  const said = told(await reviewed(adapters(), { base: files('1'), head: files('2') }, parts));
  assert.deepEqual(said.changes, ['configured plain/deploy ConfigMap/a']);
  assert.equal(planned.length, 2, planned.join('\n'));
  assert.equal(new Set(planned).size, 2);
});
