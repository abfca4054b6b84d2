import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { MergeField, MergeForm } from '../../../src/object/merge/patch-strategy.ts';
import { syncState } from '../../../src/reconciler/argo-cd/ignore/out-of-sync.ts';
import { declaredRule } from '../../../src/reconciler/argo-cd/ignore/rule.ts';

const schema = {
  field: (name: string): MergeField => ({
    strategies: name === 'ports' ? ['merge'] : [],
    mergeKey: name === 'ports' ? 'port' : undefined,
    inside: schema,
  }),
};

const form: MergeForm = { kind: 'strategic-merge', schema };

function service(port: number): KubeObject {
  const ports = [{ name: 'http', port }];
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', namespace: 'shop' }, spec: { ports } };
}

async function comparedWithout(pointer: string): Promise<string> {
  const rule = { ...declaredRule({ group: '', kind: 'Service' }, 0), jsonPointers: [pointer] };
  const [live, target] = [service(80), service(81)];
  const settings = { ignoreAggregatedRoles: false };
  const state = await syncState({
    predicted: target,
    live,
    rules: [rule],
    settings,
    byClient: { target, form },
  });
  return state.kind === 'normalized' ? `out of sync: ${String(state.value.isOutOfSync)}` : state.kind;
}

test('A rule that takes the key away by which a list is merged ends the comparison', async () => {
  assert.equal(await comparedWithout('/spec/ports/0/port'), 'not-merged');
  assert.equal(await comparedWithout('/spec/ports/0/name'), 'out of sync: true');
  assert.equal(await comparedWithout('/spec/ports'), 'out of sync: false');
});
