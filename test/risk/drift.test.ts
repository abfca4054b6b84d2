import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { Comparison } from '../../src/diff/change.ts';
import { words } from '../../src/object/masked.ts';
import { assess } from '../../src/risk/assess.ts';
import type { Finding } from '../../src/risk/finding.ts';
import type { Rule } from '../../src/risk/rule.ts';
import { driftOverwritten } from '../../src/risk/rules/drift-overwritten.ts';
import { writerFought } from '../../src/risk/rules/writer-fought.ts';
import type { SourceLine } from '../../src/risk/suggestion.ts';
import { compareOne, deployment, object, served } from '../diff/objects.ts';
import { brief, judge, noFacts, subject } from './subjects.ts';

const replicas: Json = { 'f:spec': { 'f:replicas': {} } };
type Owner = readonly [manager: string, operation: string, fields: Json, subresource?: string];

function withOwner(live: ReturnType<typeof deployment>, [manager, operation, fields, subresource]: Owner) {
  const { metadata } = served(live);
  const entry = { manager, operation, fieldsV1: fields, ...(subresource && { subresource }) };
  return { ...live, metadata: { ...metadata, managedFields: [entry] } };
}

/** Git says 3; somebody wrote 5; the apply sets it back. */
function scaledBy(owner: Owner): Comparison {
  const declared = deployment({});
  return compareOne({
    base: declared,
    head: declared,
    live: withOwner(deployment({}, { replicas: 5 }), owner),
    prediction: served(declared, [['kubectl', 'Apply', replicas]]),
  }).only;
}

function found(rule: Rule, comparison: Comparison): readonly Finding[] {
  return judge(rule, subject([comparison]));
}

const byHand: Owner = ['kubectl-edit', 'Update', replicas];
const byAutoscaler: Owner = ['kube-controller-manager', 'Update', replicas, 'scale'];

test('what a person wrote and the apply sets back is one warning a unit, with who wrote what', () => {
  const [finding, ...others] = found(driftOverwritten, scaledBy(byHand));
  assert.deepEqual([finding?.severity, others.length], ['warn', 0]);
  assert.equal(
    finding?.detail,
    'Deployment `shop/web` .spec.replicas from 5 to 3, written by kubectl-edit (a person or script, by kubectl)',
  );
});

test('all four ways out are told where the reconciler can be told to look away, else two and the merge', () => {
  const ignoring = new Map([['apps/shop', words`an ignore rule`]]);
  const [told] = judge(driftOverwritten, subject([scaledBy(byHand)], { ignoring }));
  for (const way of [/into Git/, /hand it over/, /set it back/, /stated time/]) {
    assert.match(told?.advice ?? '', way);
  }
  const [plain] = found(driftOverwritten, scaledBy(byHand));
  assert.doesNotMatch(plain?.advice ?? '', /ignore rule/);
});

test('drift by a writer that nobody knows is a note', () => {
  assert.equal(found(driftOverwritten, scaledBy(['acme', 'Update', replicas]))[0]?.severity, 'info');
});

test('a field of a controller is told as a fight with it, and not as drift', () => {
  const comparison = scaledBy(byAutoscaler);
  assert.deepEqual(found(driftOverwritten, comparison), []);
  const findings = found(writerFought, comparison);
  assert.deepEqual(brief(findings), ['warn Deployment/web']);
  assert.match(
    findings[0]?.detail ?? '',
    /`\.spec\.replicas` from 5 to 3, written by kube-controller-manager \(HorizontalPodAutoscaler\)/,
  );
});

test('a field that the pull request takes out of Git while a controller writes it is a fight, too', () => {
  const without = object('apps/v1', 'Deployment', { spec: { template: {} } });
  const { only } = compareOne({
    base: deployment({}),
    head: without,
    live: withOwner(deployment({}, { replicas: 5 }), byAutoscaler),
    basePrediction: served(deployment({})),
    prediction: served(deployment({}, { replicas: 1 })),
  });
  assert.equal(found(writerFought, only).length, 1);
});

test("a Service's selector that a Rollout completes is its controller's, whatever it calls itself", () => {
  const service = (selector: JsonObject) => object('v1', 'Service', { spec: { selector } });
  const fields = { 'f:spec': { 'f:selector': { 'f:app': {}, 'f:rollouts-pod-template-hash': {} } } };
  const declared = service({ app: 'web' });
  const { only } = compareOne({
    base: declared,
    head: declared,
    live: withOwner(service({ app: 'web', 'rollouts-pod-template-hash': 'abc' }), ['main', 'Update', fields]),
    prediction: served(declared),
  });
  assert.deepEqual(found(driftOverwritten, only), []);
  assert.match(found(writerFought, only)[0]?.detail ?? '', /\(Argo Rollouts\)/);
});

function suggested(text: string, comparison = scaledBy(byHand)): readonly string[] {
  const lineOf = (): SourceLine => ({ place: { file: 'web.yaml', line: 6 }, text });
  const rules = [driftOverwritten];
  const settings = { settings: {}, key: { kind: 'public' } as const, rules, lineOf };
  const findings = assess(subject([comparison]), noFacts, settings);
  assert.equal(findings.length, 1);
  return findings.flatMap(({ suggestions = [] }) => suggestions.map((one) => one.text));
}

test('the line that takes the live value into Git is suggested, and the rest of it stays', () => {
  assert.deepEqual(suggested('  replicas: 3 # two zones'), ['  replicas: 5 # two zones']);
  assert.deepEqual(suggested('- replicas:   3'), ['- replicas:   5']);
});

test('a line that does not hold the declared value as it is gets no suggestion', () => {
  for (const line of ['  replicas: {{ .n }}', '  replicas: "3"', '  count: 13', '{replicas: 3}', '']) {
    assert.deepEqual(suggested(line), [], line);
  }
});

test('what a Secret holds is neither shown nor suggested', () => {
  const secret = (password: string) => object('v1', 'Secret', { data: { password } });
  const declared = secret('b2xkLXNlY3JldA==');
  const { only } = compareOne({
    base: declared,
    head: declared,
    live: withOwner(secret('bmV3LXNlY3JldA=='), [
      'kubectl-edit',
      'Update',
      { 'f:data': { 'f:password': {} } },
    ]),
    prediction: served(declared),
  });
  assert.deepEqual(suggested('  password: b2xkLXNlY3JldA==', only), []);
  const [finding] = found(driftOverwritten, only);
  assert.match(finding?.detail ?? '', /\.data\.password from "\*\*\* \(before\)"/);
  assert.doesNotMatch(JSON.stringify(finding), /bmV3|new-secret/);
});
