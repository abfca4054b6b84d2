import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { rbacWidened } from '../../src/risk/rules/rbac-widened.ts';
import { object } from '../diff/objects.ts';
import { brief, compared, judge, recorded, subject } from './subjects.ts';

const api = 'rbac.authorization.k8s.io/v1';

function role(rules: readonly Json[], metadata: JsonObject = {}, kind = 'Role'): KubeObject {
  return object(api, kind, { rules, metadata });
}

function rule(resources: readonly string[], verbs: readonly string[], more: JsonObject = {}): JsonObject {
  return { apiGroups: [''], resources, verbs, ...more };
}

function between(before: readonly KubeObject[], after: readonly KubeObject[], live?: readonly KubeObject[]) {
  return judge(rbacWidened, subject(compared(before, after)), live);
}

test('permissions are compared as sets: other order, other grouping, fewer are quiet', () => {
  const before = role([rule(['pods', 'services'], ['get', 'list'])]);
  const regrouped = role([
    rule(['services'], ['list', 'get']),
    rule(['pods'], ['get']),
    rule(['pods'], ['list']),
  ]);
  assert.deepEqual(between([before], [regrouped]), []);
  assert.deepEqual(between([before], [role([rule(['pods'], ['get'])])]), []);
  assert.deepEqual(between([role([rule(['*'], ['*'])])], [before]), []);
});

test('reading Secrets, running Pods, wildcards and impersonation need an approval; the rest is told', () => {
  const before = role([rule(['services'], ['get'])]);
  const severityOf = (added: JsonObject) =>
    between([before], [role([rule(['services'], ['get']), added])])[0]?.severity;
  const blocked: readonly JsonObject[] = [
    rule(['secrets'], ['list']),
    rule(['pods'], ['create']),
    rule(['pods/exec'], ['create']),
    rule(['nodes/proxy'], ['get']),
    rule(['*'], ['get']),
    rule(['users'], ['impersonate']),
    rule(['configmaps'], ['deletecollection']),
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['patch'] },
    { apiGroups: [api.split('/')[0] ?? ''], resources: ['roles'], verbs: ['bind'] },
    { nonResourceURLs: ['*'], verbs: ['get'] },
  ];
  for (const added of blocked) assert.equal(severityOf(added), 'block', JSON.stringify(added));
  const told: readonly JsonObject[] = [
    rule(['configmaps'], ['get']),
    rule(['secrets'], ['get'], { resourceNames: ['one'] }),
    { apiGroups: ['apps'], resources: ['deployments/scale'], verbs: ['patch'] },
    { nonResourceURLs: ['/metrics'], verbs: ['get'] },
  ];
  for (const added of told) assert.equal(severityOf(added), 'warn', JSON.stringify(added));
});

test('a permission on one object that grows to all objects is a gain', () => {
  const before = role([rule(['secrets'], ['get'], { resourceNames: ['one'] })]);
  const [finding] = between([before], [role([rule(['secrets'], ['get'])])]);
  assert.equal(finding?.severity, 'block');
  assert.match(finding.detail, /`get` on `secrets`/);
});

test('a new role is told only when it is dangerous', () => {
  assert.deepEqual(between([], [role([rule(['services'], ['get'])])]), []);
  assert.deepEqual(brief(between([], [role([rule(['secrets'], ['get'])])])), ['block Role/web']);
});

test('a role that is aggregated from now on gives all its rules away', () => {
  const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };
  const rules = [rule(['secrets'], ['get'])];
  const [finding] = between([role(rules, {}, 'ClusterRole')], [role(rules, { labels }, 'ClusterRole')]);
  assert.equal(finding?.severity, 'block');
  assert.match(finding.detail, /part of role `view`/);
});

test('a role too large to be taken apart needs an approval and hides no other', () => {
  const many = Array.from({ length: 300 }, (_, index) => `r${String(index)}`);
  const huge = role([{ apiGroups: ['a'], resources: many, verbs: many }], { name: 'huge' });
  const small = role([rule(['secrets'], ['get'])]);
  assert.deepEqual(brief(between([], [huge, small])), ['block Role/huge', 'block Role/web']);
});

function collecting(selectors: readonly Json[], name = 'sum'): KubeObject {
  const aggregationRule = { clusterRoleSelectors: selectors };
  return object(api, 'ClusterRole', { metadata: { name }, aggregationRule, rules: [] });
}

const own = { matchLabels: { 'example.com/sum': 'true' } };

test('a new role that collects others is told, and needs an approval where it collects power', () => {
  const severityOf = (...selectors: readonly Json[]) => between([], [collecting(selectors)])[0]?.severity;
  const told: readonly Json[] = [
    own,
    { matchLabels: { [`${api.split('/')[0] ?? ''}/aggregate-to-view`]: 'true' } },
  ];
  for (const selector of told) assert.equal(severityOf(selector), 'warn', JSON.stringify(selector));
  const blocked: readonly Json[] = [
    {},
    { matchExpressions: [{ key: 'example.com/any', operator: 'Exists' }] },
    { matchExpressions: [{ key: 'example.com/any', operator: 'DoesNotExist' }] },
    { matchLabels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' } },
    { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-admin': 'true' } },
    { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-cluster-admin': 'true' } },
    { matchExpressions: [{ key: 'kubernetes.io/bootstrapping', operator: 'In', values: ['rbac-defaults'] }] },
  ];
  for (const selector of blocked) {
    assert.equal(severityOf(selector), 'block', JSON.stringify(selector));
    assert.equal(severityOf(own, selector), 'block', JSON.stringify(selector));
  }
});

test('a role that collects others than before is weighed the same, and one that stays is quiet', () => {
  assert.deepEqual(brief(between([collecting([own])], [collecting([{}])])), ['block ClusterRole/sum']);
  assert.deepEqual(brief(between([collecting([{}])], [collecting([own])])), ['warn ClusterRole/sum']);
  assert.deepEqual(between([collecting([{}])], [collecting([{}])]), []);
});

function binding(roleName: string, subjects: readonly Json[], kind = 'ClusterRole'): KubeObject {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName };
  return object(api, 'RoleBinding', { metadata: { name: 'b' }, roleRef, subjects });
}

const alice = { kind: 'User', name: 'alice' };

test('a role given to one more holder is weighed by what the role allows', () => {
  const live = [
    role([rule(['secrets'], ['get'])], { name: 'reader' }, 'ClusterRole'),
    role([rule(['services'], ['get'])], { name: 'viewer' }, 'ClusterRole'),
  ];
  assert.deepEqual(brief(between([], [binding('reader', [alice])], live)), ['block RoleBinding/b']);
  assert.deepEqual(between([], [binding('viewer', [alice])], live), []);
  assert.deepEqual(brief(between([binding('viewer', [])], [binding('viewer', [alice])], live)), [
    'warn RoleBinding/b',
  ]);
  assert.deepEqual(between([binding('reader', [alice])], [binding('reader', [alice])], live), []);
  assert.deepEqual(brief(between([], [binding('unknown', [alice])], live)), ['warn RoleBinding/b']);
  assert.deepEqual(brief(between([], [binding('cluster-admin', [alice])])), ['block RoleBinding/b']);
});

test("an approval of a binding rests on the role's rules", () => {
  const fingerprintWith = (verb: string) => {
    const live = [role([rule(['secrets'], [verb])], { name: 'reader' }, 'ClusterRole')];
    return between([], [binding('reader', [alice])], live)[0]?.fingerprint;
  };
  assert.ok(fingerprintWith('get'));
  assert.equal(fingerprintWith('get'), fingerprintWith('get'));
  assert.notEqual(fingerprintWith('get'), fingerprintWith('list'));
});

test('a role of the same review counts as the review leaves it, and everybody is too many', () => {
  const harmless = role([rule(['services'], ['get'])], { name: 'own' });
  const everybody = { kind: 'Group', name: 'system:authenticated' };
  assert.deepEqual(between([], [harmless, binding('own', [alice], 'Role')]), []);
  assert.deepEqual(brief(between([], [harmless, binding('own', [everybody], 'Role')])), [
    'block RoleBinding/b',
  ]);
});

test('real changes are found: C6, N14, N15', () => {
  assert.deepEqual(brief(judge(rbacWidened, recorded('C6', 'charts/argo-services'))), [
    'block ClusterRole/argo-workflows-read-only',
    'block ClusterRole/argo-workflows-read-write',
  ]);
  assert.deepEqual(brief(judge(rbacWidened, recorded('N14', 'manifests/cluster-install'))), [
    'block ClusterRole/argo-rollouts-clusterrole',
  ]);
  assert.deepEqual(brief(judge(rbacWidened, recorded('N15', 'manifests/cluster-rbac'))), [
    'warn ClusterRole/argocd-server',
  ]);
});
