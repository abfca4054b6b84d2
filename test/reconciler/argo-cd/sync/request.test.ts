import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type Json, type JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { object, theAttempt, unitOf, type Story } from './story.ts';

const options = 'argocd.argoproj.io/sync-options';
const record = 'kubectl.kubernetes.io/last-applied-configuration';
const rbac = 'rbac.authorization.k8s.io/v1';

function syncing(...syncOptions: readonly string[]) {
  return unitOf({ syncPolicy: { syncOptions } });
}

function optioned(what: string, option: string, rest: JsonObject = {}): KubeObject {
  return object(what, { annotations: { [options]: option }, rest });
}

/** Kind and manager, which together say whose request it is. */
async function asked(syncOptions: readonly string[], story: Story): Promise<readonly [string, string]> {
  const attempt = await theAttempt(syncing(...syncOptions), story);
  return [attempt.kind, 'manager' in attempt ? attempt.manager : ''];
}

const mine = 'argocd-controller';
const program = 'argocd-application-controller';
const live = (what: KubeObject): KubeObject => ({
  ...what,
  metadata: { ...what.metadata, resourceVersion: '7', uid: 'u' },
});

test('The options of the Application and of the object say how an object is applied', async () => {
  const map = object('ConfigMap/a', { rest: { data: { key: 'new' } } });
  const old = live(object('ConfigMap/a', { rest: { data: { key: 'old' } } }));
  const definition = object('CustomResourceDefinition/a.b', {
    apiVersion: 'apiextensions.k8s.io/v1',
    namespace: '',
  });
  const space = object('Namespace/other', { namespace: '' });
  const table: readonly (readonly [string, readonly string[], Story, readonly [string, string]])[] = [
    ['client-side, new', [], { desired: [map] }, ['create', mine]],
    ['client-side, there', [], { desired: [map], live: [old] }, ['patch', mine]],
    ['server-side', ['ServerSideApply=true'], { desired: [map], live: [old] }, ['apply', mine]],
    ['server-side, new', ['ServerSideApply=true'], { desired: [map] }, ['apply', mine]],
    [
      'server-side by the object',
      [],
      { desired: [optioned('ConfigMap/a', 'Validate=false, ServerSideApply=true')] },
      ['apply', mine],
    ],
    [
      'not for this object',
      ['ServerSideApply=true'],
      { desired: [optioned('ConfigMap/a', 'ServerSideApply=false')] },
      ['create', mine],
    ],
    ['replaced', ['Replace=true'], { desired: [map], live: [old] }, ['put', program]],
    ['replaced, new', ['Replace=true'], { desired: [map] }, ['create', program]],
    ['replacing wins', ['Replace=true', 'ServerSideApply=true'], { desired: [map] }, ['create', program]],
    [
      'replaced by a word on the live one',
      [],
      { desired: [map], live: [live(optioned('ConfigMap/a', 'Replace=true'))] },
      ['put', program],
    ],
    [
      'replaced by force',
      ['Replace=true', 'Force=true'],
      { desired: [map], live: [old] },
      ['recreate', program],
    ],
    [
      'a definition is never recreated',
      ['Replace=true', 'Force=true'],
      { desired: [definition], live: [live(definition)] },
      ['put', program],
    ],
    [
      'nor a namespace',
      ['Replace=true', 'Force=true'],
      { desired: [space], live: [live(space)] },
      ['put', program],
    ],
    ['by force on the server', ['ServerSideApply=true', 'Force=true'], { desired: [map] }, ['refuse', '']],
  ];
  for (const [title, syncOptions, story, wanted] of table) {
    assert.deepEqual(await asked(syncOptions, story), wanted, title);
  }
});

test('Only client-side apply leaves a record of what was applied', async () => {
  const recordIn = async (syncOptions: readonly string[]) => {
    const { object: sent } = await theAttempt(syncing(...syncOptions), { desired: [object('ConfigMap/a')] });
    return at(sent, 'metadata', 'annotations', record);
  };
  const text = await recordIn([]);
  assert.ok(typeof text === 'string');
  assert.match(text, /"argocd\.argoproj\.io\/tracking-id":"shop:\/ConfigMap:shop\/a"/u);
  assert.equal(await recordIn(['ServerSideApply=true']), undefined);
  assert.equal(await recordIn(['Replace=true']), undefined);
});

test('What is as it should be gets a patch without members, which is not sent', async () => {
  const { object: made } = await theAttempt(unitOf(), { desired: [object('ConfigMap/a')] });
  const attempt = await theAttempt(unitOf(), { desired: [object('ConfigMap/a')], live: [live(made)] });
  assert.ok(attempt.kind === 'patch');
  assert.deepEqual(attempt.body, {});
  assert.equal('recreatesAs' in attempt, false);
});

test('Force makes a patch that the server refuses a recreation', async () => {
  const desired = [object('ConfigMap/a', { rest: { data: { key: 'new' } } })];
  const attempt = await theAttempt(syncing('Force=true'), { desired, live: [live(object('ConfigMap/a'))] });
  assert.ok(attempt.kind === 'patch' && attempt.recreatesAs !== undefined);
  assert.equal(typeof at(attempt.recreatesAs, 'metadata', 'annotations', record), 'string');
});

function managed(...managers: readonly (readonly [string, string, JsonObject])[]): KubeObject {
  const managedFields = managers.map(([manager, operation, fieldsV1]) => ({ manager, operation, fieldsV1 }));
  const map = live(object('ConfigMap/a'));
  return { ...map, metadata: { ...map.metadata, managedFields } };
}

test('Server-side apply takes over from client-side apply, and from whoever wrote its record', async () => {
  const recorded = { 'f:metadata': { 'f:annotations': { [`f:${record}`]: {} } } };
  const data = { 'f:data': { 'f:a': {} } };
  const taken = async (
    there: KubeObject,
    more: readonly string[] = [],
    annotations: Record<string, string> = {},
  ): Promise<readonly string[]> => {
    const unit = unitOf({
      syncPolicy: { syncOptions: ['ServerSideApply=true', ...more] },
      application: {
        annotations,
        spec: { ...base, syncPolicy: { syncOptions: ['ServerSideApply=true', ...more] } },
      },
    });
    const attempt = await theAttempt(unit, { desired: [object('ConfigMap/a')], live: [there] });
    return attempt.kind === 'apply' ? (attempt.takesOver ?? []) : ['none'];
  };
  const usual = 'kubectl-client-side-apply';
  assert.deepEqual(await taken(managed([usual, 'Update', data], ['someone', 'Update', data])), [usual]);
  assert.deepEqual(await taken(managed([usual, 'Apply', data])), []);
  assert.deepEqual(await taken(managed([mine, 'Update', recorded])), [mine]);
  const off = ['ClientSideApplyMigration=false'];
  assert.deepEqual(await taken(managed([usual, 'Update', data]), off), []);
  assert.deepEqual(await taken(managed([usual, 'Update', recorded]), off), [usual]);
  const named = { 'argocd.argoproj.io/client-side-apply-migration-manager': 'helm' };
  assert.deepEqual(await taken(managed([usual, 'Update', data], ['helm', 'Update', data]), [], named), [
    'helm',
  ]);
});

const base: JsonObject = {
  destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
};

test('Objects of RBAC are reconciled before they are applied', async () => {
  const bindingTo = (role: string): KubeObject =>
    object('RoleBinding/a', {
      apiVersion: rbac,
      rest: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: role } },
    });
  const kinds = async (syncOptions: readonly string[], there: KubeObject | undefined) =>
    await asked(syncOptions, { desired: [bindingTo('new')], live: there === undefined ? [] : [there] });
  assert.deepEqual(await kinds([], undefined), ['create', mine]);
  assert.deepEqual(await kinds([], live(bindingTo('new'))), ['patch', mine]);
  assert.deepEqual(await kinds([], live(bindingTo('old'))), ['recreate', mine]);
  // Server-side apply sends it, and the server refuses it.
  assert.deepEqual(await kinds(['ServerSideApply=true'], live(bindingTo('old'))), ['apply', mine]);
  const kept = live(bindingTo('old'));
  const metadata = {
    ...kept.metadata,
    annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'false' },
  };
  assert.deepEqual(await kinds([], { ...kept, metadata }), ['patch', mine]);
});

test('Before 3.5 they are reconciled also where they are applied on the server', async () => {
  const roleTo = (role: string): KubeObject =>
    object('RoleBinding/a', { apiVersion: rbac, rest: { roleRef: { kind: 'Role', name: role } } });
  const syncPolicy = { syncOptions: ['ServerSideApply=true'] };
  const askedAt = async (version: string, ...there: readonly KubeObject[]) => {
    const unit = unitOf({ syncPolicy, installation: { version } });
    const attempt = await theAttempt(unit, { desired: [roleTo('new')], live: there });
    return [attempt.kind, 'appliedBy' in attempt ? attempt.appliedBy : undefined];
  };
  assert.deepEqual(await askedAt('v3.2.6'), ['create', mine]);
  assert.deepEqual(await askedAt('v3.2.6', live(roleTo('old'))), ['recreate', mine]);
  assert.deepEqual(await askedAt('v3.2.6', live(roleTo('new'))), ['apply', undefined]);
  assert.deepEqual(await askedAt('v3.5.7'), ['apply', undefined]);
});

test('Of an object of RBAC that is made, all but the record is written by the program itself', async () => {
  const role = object('Role/a', { apiVersion: rbac, rest: { rules: [] } });
  const attempt = await theAttempt(unitOf(), { desired: [role] });
  assert.ok(attempt.kind === 'create' && attempt.coWriter !== undefined);
  assert.equal(attempt.coWriter.manager, program);
  assert.deepEqual(attempt.coWriter.fields, {
    'f:metadata': {
      'f:annotations': { '.': {}, 'f:argocd.argoproj.io/tracking-id': {} },
      'f:labels': {},
    },
    'f:rules': {},
  });
});

test('An aggregation of roles that Git does not state is taken away', async () => {
  const role = object('ClusterRole/a', { apiVersion: rbac, namespace: '' });
  const there = live({ ...role, aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } });
  const attempt = await theAttempt(unitOf(), { desired: [role], live: [there] });
  assert.ok(attempt.kind === 'patch');
  assert.equal(attempt.body['aggregationRule'], null);
});

test('The reconciliation of RBAC needs verbs of its own', async () => {
  const role = (rules: readonly Json[], annotations: Record<string, string> = {}): KubeObject =>
    object('Role/a', { apiVersion: rbac, annotations, rest: { rules: [...rules] } });
  const rule = (verb: string): Json => ({ apiGroups: [''], resources: ['pods'], verbs: [verb] });
  const needs = async (target: KubeObject, before?: KubeObject, syncOptions: readonly string[] = []) => {
    const unit = unitOf({ syncPolicy: { syncOptions: [...syncOptions] } });
    const story = { desired: [target], ...(before === undefined ? {} : { live: [before] }) };
    return (await theAttempt(unit, story)).alsoNeeds ?? [];
  };
  const marked = { 'argocd.argoproj.io/tracking-id': 'shop:rbac.authorization.k8s.io/Role:shop/a' };
  const is = role([rule('get'), rule('list')], marked);
  assert.deepEqual(await needs(role([rule('get')])), ['create', 'patch']);
  assert.deepEqual(await needs(role([rule('get')]), is), []);
  assert.deepEqual(await needs(role([rule('get'), rule('watch')]), is), ['update']);
  assert.deepEqual(await needs(role([rule('get')], { more: '1' }), is), ['update']);
  assert.deepEqual(await needs(role([rule('watch')]), is, ['ServerSideApply=true']), []);
  assert.deepEqual(await needs(object('ConfigMap/a')), []);
});
