import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import { appliesOf } from '../../../../src/reconciler/flux/helm-release/applies.ts';
import { closure } from '../../../../src/reconciler/flux/helm-release/closure.ts';
import { shipsNothing } from '../../../../src/reconciler/flux/helm-release/ships-nothing.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { treeOf } from '../../../render/tree.ts';
import { helmReleaseOf } from '../rendering.ts';

async function unitWith(template: string, version: string): Promise<Unit> {
  const unit = helmReleaseOf({ interval: '5m' });
  await closure(
    unit,
    treeOf({
      'charts/web/Chart.yaml': `apiVersion: v2\nname: web\nversion: ${version}\n`,
      'charts/web/templates/a.yaml': template,
      'README.md': template,
    }),
  );
  return unit;
}

test('A template that changes without a new version of its chart never ships, and that is said', async () => {
  const base = await unitWith('a: 1', '1.0.0');
  const edited = await unitWith('a: 2', '1.0.0');
  const raised = await unitWith('a: 2', '1.0.1');
  assert.deepEqual(
    [
      shipsNothing(base, edited),
      shipsNothing(base, raised),
      shipsNothing(base, await unitWith('a: 1', '1.0.0')),
    ],
    [true, false, false],
  );
  const { when, why } = appliesOf(edited, { mask: createMask(), base });
  assert.match(when, /, but what changes in the files of its chart only with the chart's next version$/u);
  assert.match(why, /^its source keeps the chart as it packed it before/u);
  assert.doesNotMatch(appliesOf(raised, { mask: createMask(), base }).when, /next version/u);
});
