import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldText } from '../../src/object/field-path.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Rule } from '../../src/risk/rule.ts';
import { ignoreRuleWidened } from '../../src/risk/rules/ignore-rule-widened.ts';
import { imageChanged } from '../../src/risk/rules/image-changed.ts';
import { objectDeleted } from '../../src/risk/rules/object-deleted.ts';
import { rbacWidened } from '../../src/risk/rules/rbac-widened.ts';
import { selectorChanged } from '../../src/risk/rules/selector-changed.ts';
import { workloadScaledToZero } from '../../src/risk/rules/workload-scaled-to-zero.ts';
import { configMap, deployment, object } from '../diff/objects.ts';
import { compared, noFacts, subject } from './subjects.ts';

/** One text for each field of the one judgement. */
function fields(rule: Rule, before: KubeObject, after: KubeObject | undefined): readonly string[] {
  const of = subject(compared([before], after ? [after] : []));
  const [only, ...others] = rule.judge(of, noFacts);
  assert.ok(only);
  assert.deepEqual(others, []);
  return (only.fields ?? []).map(fieldText);
}

test('an image is named by its container, zero by its replicas, a selector by itself', () => {
  const before = deployment({ image: 'web:1' }, { selector: { matchLabels: { app: 'a' } } });
  const after = deployment({ image: 'web:2' }, { selector: { matchLabels: { app: 'b' } }, replicas: 0 });
  assert.deepEqual(fields(imageChanged, before, after), ['.spec.template.spec.containers[name=web].image']);
  assert.deepEqual(fields(workloadScaledToZero, before, after), ['.spec.replicas']);
  assert.deepEqual(fields(selectorChanged, before, after), ['.spec.selector']);
});

test('a role is named by the rules that hold what it gains, not by those that were only written anew', () => {
  const role = (...rules: readonly JsonObject[]) => object('rbac.authorization.k8s.io/v1', 'Role', { rules });
  const get = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
  const turned = { ...get, verbs: ['list', 'get'] };
  const remove = { ...get, verbs: ['delete'] };
  assert.deepEqual(fields(rbacWidened, role(get), role(turned, remove)), ['.rules[1]']);
});

test('a binding is named by the subjects that it gains; a new one as a whole', () => {
  const account = (name: string): JsonObject => ({ kind: 'ServiceAccount', namespace: 'shop', name });
  const binding = (...subjects: readonly JsonObject[]) =>
    object('rbac.authorization.k8s.io/v1', 'RoleBinding', {
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects,
    });
  assert.deepEqual(fields(rbacWidened, binding(account('a')), binding(account('a'), account('b'))), [
    '.subjects[1]',
  ]);
  const [judgement] = rbacWidened.judge(subject(compared([], [binding(account('a'))])), noFacts);
  assert.deepEqual(judgement?.fields, []);
});

test('a setting that hides more is named by its own entry', () => {
  const rule = (...jsonPointers: readonly string[]) => ({ kind: 'Deployment', jsonPointers });
  const application = (...ignoreDifferences: readonly JsonObject[]) =>
    object('argoproj.io/v1alpha1', 'Application', { spec: { ignoreDifferences } });
  assert.deepEqual(
    fields(ignoreRuleWidened, application(rule('/a')), application(rule('/a', '/b'), rule('/c'))),
    ['.spec.ignoreDifferences[0].jsonPointers[=/b]', '.spec.ignoreDifferences[1].jsonPointers[=/c]'],
  );
  const bundle = (...comparePatches: readonly JsonObject[]) =>
    object('fleet.cattle.io/v1alpha1', 'Bundle', { spec: { targets: [{}, { diff: { comparePatches } }] } });
  assert.deepEqual(fields(ignoreRuleWidened, bundle(), bundle(rule('/a'))), [
    '.spec.targets[1].diff.comparePatches[0].jsonPointers[=/a]',
  ]);
  const flag = { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } };
  assert.deepEqual(fields(ignoreRuleWidened, configMap({}), configMap({}, flag)), [
    '.metadata.annotations["argocd.argoproj.io/sync-options"]',
  ]);
  const settings = (data: JsonObject) => configMap(data, { name: 'argocd-cm' });
  assert.deepEqual(
    fields(ignoreRuleWidened, settings({}), settings({ 'resource.exclusions': '- kinds: [Pod]' })),
    ['.data["resource.exclusions"]'],
  );
});

test('what is deleted is so as a whole', () => {
  assert.deepEqual(fields(objectDeleted, configMap({ a: '1' }), undefined), []);
});
