import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../src/object/json.ts';
import { rolloutWeakened } from '../../src/risk/rules/rollout-weakened.ts';
import { object } from '../diff/objects.ts';
import { compared, judge, subject } from './subjects.ts';

function detail(before: JsonObject, after: JsonObject, apiVersion = 'argoproj.io/v1alpha1'): string {
  const [was, is] = [before, after].map((strategy) => object(apiVersion, 'Rollout', { spec: { strategy } }));
  assert.ok(was && is);
  return judge(rolloutWeakened, subject(compared([was], [is])))[0]?.detail ?? 'quiet';
}

const careful = {
  canary: {
    steps: [{ setWeight: 10 }, { pause: {} }, { analysis: { templates: [] } }],
    analysis: { templates: [] },
    trafficRouting: { istio: {} },
  },
};

test('steps, analyses, routing and a whole strategy that go are told', () => {
  const { steps: _all, ...stepless } = careful.canary;
  assert.match(detail(careful, { canary: stepless }), /of 2 steps that wait or measure, 0 are left/);
  const { canary } = careful;
  assert.match(
    detail(careful, { canary: { ...canary, steps: [{ pause: {} }] } }),
    /of 2 steps that wait or measure, 1 is left/,
  );
  const { analysis: _measured, ...unmeasured } = careful.canary;
  assert.match(detail(careful, { canary: unmeasured }), /nothing measures it in `analysis`/);
  const { trafficRouting: _routed, ...unrouted } = careful.canary;
  assert.match(detail(careful, { canary: unrouted }), /traffic follows the number of Pods/);
  assert.match(detail(careful, { blueGreen: {} }), /it is no longer canary/);
  const slow = { canary: { steps: [{ setWeight: 10 }] } };
  assert.match(detail(slow, { canary: {} }), /no steps any more/);
});

test('a promotion that needs no person any more is told, the other way round is quiet', () => {
  const byPerson = { blueGreen: { autoPromotionEnabled: false } };
  assert.match(detail(byPerson, { blueGreen: {} }), /traffic moves without a person/);
  assert.equal(detail({ blueGreen: {} }, byPerson), 'quiet');
});

test('more care, other weights and other kinds of that name are quiet', () => {
  assert.equal(detail({ canary: { steps: [{ setWeight: 10 }] } }, careful), 'quiet');
  const faster = {
    canary: { ...careful.canary, steps: [{ setWeight: 50 }, ...careful.canary.steps.slice(1)] },
  };
  assert.equal(detail(careful, faster), 'quiet');
  assert.equal(detail(careful, { blueGreen: {} }, 'example.com/v1'), 'quiet');
});
