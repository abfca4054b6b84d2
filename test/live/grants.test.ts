import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Answer } from '../../src/live/answer.ts';
import { grantOf } from '../../src/live/grants.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

function many(count: number, prefix: string): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** To a Role of this one rule that is made. */
function answerTo(rule: JsonObject): Answer {
  const object: KubeObject = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'wide', namespace: 'shop' },
    rules: [rule],
  };
  return {
    attempt: { kind: 'create', object, manager: 'm', validation: 'Strict', stage: 0 },
    live: { kind: 'absent' },
    prediction: { kind: 'object', object },
    warnings: [],
    assumes: [],
  };
}

function granted(rule: JsonObject): number | undefined {
  const answer = answerTo(rule);
  const grant = grantOf(answer, [answer]);
  assert.ok(grant !== undefined);
  return grant.granted?.length;
}

test('What a role grants is told one by one', () => {
  assert.equal(granted({ apiGroups: ['', 'apps'], resources: ['a', 'b'], verbs: ['get'] }), 4);
  assert.equal(
    granted({ apiGroups: [''], resources: ['a', 'b'], verbs: ['get', 'list'], resourceNames: ['x', 'y'] }),
    8,
  );
});

test('A rule whose lists multiply to more than a memory holds is not told', () => {
  const rule = { apiGroups: many(400, 'g'), resources: many(400, 'r'), verbs: many(400, 'v') };
  assert.equal(granted(rule), undefined);
  assert.equal(granted({ ...rule, resourceNames: many(400, 'n') }), undefined);
});

test('Whoever writes an aggregation has to hold everything, and rights to paths are not told', () => {
  const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
  const { attempt, ...answer } = answerTo(rule);
  const object: KubeObject = { ...attempt.object, kind: 'ClusterRole', aggregationRule: {} };
  const aggregated: Answer = {
    ...answer,
    attempt: { ...attempt, object },
    prediction: { kind: 'object', object },
  };
  const { right, granted: all } = grantOf(aggregated, [aggregated]) ?? assert.fail();
  assert.deepEqual([right.verb, right.resource], ['escalate', 'clusterroles']);
  assert.deepEqual(
    all?.map(({ verb, group, resource }) => [verb, group, resource]),
    [['*', '*', '*']],
  );
  assert.equal(granted({ ...rule, nonResourceURLs: ['/metrics'] }), undefined);
});
