import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../src/object/json.ts';
import { selectorChanged } from '../../src/risk/rules/selector-changed.ts';
import { object } from '../diff/objects.ts';
import { brief, compared, judge, recorded, subject } from './subjects.ts';

function service(selector: Json) {
  return object('v1', 'Service', { spec: { selector } });
}

test('the selector of a workload cannot be changed, that of a Service moves traffic', () => {
  const workload = (app: string) =>
    object('apps/v1', 'Deployment', { spec: { selector: { matchLabels: { app } } } });
  assert.deepEqual(brief(judge(selectorChanged, subject(compared([workload('a')], [workload('b')])), [])), [
    'block Deployment/web',
  ]);
  assert.deepEqual(
    brief(judge(selectorChanged, subject(compared([service({ app: 'a' })], [service({ app: 'b' })])), [])),
    ['warn Service/web'],
  );
  assert.deepEqual(judge(selectorChanged, subject(compared([workload('a')], [workload('a')])), []), []);
});

test('network policies and disruption budgets are looked at too', () => {
  const policy = (app: string) =>
    object('networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: { matchLabels: { app } } } });
  const budget = (app: string) =>
    object('policy/v1', 'PodDisruptionBudget', { spec: { selector: { matchLabels: { app } } } });
  const found = judge(
    selectorChanged,
    subject(compared([policy('a'), budget('a')], [policy('b'), budget('b')])),
    [],
  );
  assert.deepEqual(brief(found), ['warn NetworkPolicy/web', 'warn PodDisruptionBudget/web']);
});

test('how many running Pods are selected is told and not bound', () => {
  const pod = (name: string, labels: Record<string, string>) =>
    object('v1', 'Pod', { metadata: { name, labels } });
  const of = subject(compared([service({ app: 'a', tier: 'web' })], [service({ app: 'a' })]));
  const pods = [pod('1', { app: 'a', tier: 'web' }), pod('2', { app: 'a' }), pod('3', { app: 'b' })];
  const [some] = judge(selectorChanged, of, pods);
  assert.match(some?.detail ?? '', /selects 1 before and 2 after/);
  assert.equal(some?.fingerprint, judge(selectorChanged, of, [])[0]?.fingerprint);
});

test('real changes are found: D1, N13', () => {
  const found = brief(judge(selectorChanged, recorded('D1', 'charts/licensify')));
  assert.equal(found.filter((text) => text.startsWith('block Deployment/')).length, 4);
  assert.equal(found.filter((text) => text.startsWith('warn Service/')).length, 4);
  assert.deepEqual(
    brief(judge(selectorChanged, recorded('N13', 'manifests'))).filter((text) => text.includes('Service/')),
    ['warn Service/alertmanager-main', 'warn Service/prometheus-k8s'],
  );
});
