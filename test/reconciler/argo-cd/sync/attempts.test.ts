import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { words } from '../../../../src/object/masked.ts';
import type { Attempt } from '../../../../src/reconciler/attempt.ts';
import { attemptsOf, hook, object, theAttempt, told, unitOf } from './story.ts';

const options = 'argocd.argoproj.io/sync-options';
const record = 'kubectl.kubernetes.io/last-applied-configuration';

function syncing(...syncOptions: readonly string[]) {
  return unitOf({ syncPolicy: { syncOptions } });
}

const live = (what: KubeObject): KubeObject => ({
  ...what,
  metadata: { ...what.metadata, resourceVersion: '7', uid: 'u' },
});

test('CreateNamespace makes the destination’s namespace, without a mark, only where it is missing', async () => {
  const unit = syncing('CreateNamespace=true');
  const [first, ...others] = await attemptsOf(unit, { desired: [object('ConfigMap/a')] });
  assert.deepEqual(told(others), ['1 create ConfigMap/a']);
  assert.ok(first?.kind === 'create' && first.stage === 0);
  const text =
    '{"apiVersion":"v1","kind":"Namespace","metadata":{"annotations":{},"name":"shop"},"spec":{},"status":{}}\n';
  assert.deepEqual(first.object.metadata, { name: 'shop', annotations: { [record]: text } });
  const space = live(object('Namespace/shop', { namespace: '' }));
  assert.deepEqual(told(await attemptsOf(unit, { desired: [object('ConfigMap/a')], live: [space] })), [
    '0 create ConfigMap/a',
  ]);
  const declared = { desired: [object('Namespace/shop', { namespace: '' })] };
  assert.deepEqual(told(await attemptsOf(unit, declared)), ['0 create Namespace/shop']);
});

test('A namespace whose labels the Application keeps is applied on the server, there or not', async () => {
  const unit = unitOf({
    syncPolicy: {
      syncOptions: ['CreateNamespace=true'],
      managedNamespaceMetadata: { labels: { team: 'shop' }, annotations: { note: 'ours' } },
    },
  });
  for (const there of [[], [live(object('Namespace/shop', { namespace: '' }))]]) {
    const attempt = await theAttempt(unit, { live: there });
    assert.ok(attempt.kind === 'apply');
    assert.deepEqual(attempt.object.metadata, {
      name: 'shop',
      labels: { team: 'shop' },
      annotations: { note: 'ours', [options]: 'ServerSideApply=true' },
    });
  }
});

test('What no sync touches is left aside, with the reason', async () => {
  const unit = unitOf({
    installation: { exclusions: [{ apiGroups: ['*'], kinds: ['Endpoints'], clusters: [] }] },
  });
  const why = async (what: KubeObject): Promise<string> => {
    const attempt = await theAttempt(unit, { desired: [what] });
    return attempt.kind === 'skip' ? attempt.why : attempt.kind;
  };
  assert.match(await why(object('Endpoints/a')), /look away/u);
  assert.match(await why(object('Lease/a', { apiVersion: 'coordination.k8s.io/v1' })), /look away/u);
  assert.match(await why(hook('ConfigMap/a', 'Skip')), /must not apply/u);
  assert.match(await why(hook('Job/a', 'PostDelete')), /is deleted/u);
  assert.match(await why(object('Job/a', { annotations: { 'helm.sh/hook': 'pre-delete' } })), /is deleted/u);
  assert.match(
    await why(object('Pod/a', { annotations: { 'helm.sh/hook': 'test' } })),
    /no hooks of this kind/u,
  );
  assert.equal(await why(object('Widget/a', { annotations: { 'helm.sh/hook': 'crd-install' } })), 'create');
});

test('Where kinds are named that Argo CD looks at, it looks at no others', async () => {
  const only = { apiGroups: [''], kinds: ['ConfigMap'], clusters: ['https://kubernetes.*'] };
  const kinds = async (inclusions: readonly (typeof only)[]): Promise<readonly string[]> => {
    const unit = unitOf({ installation: { inclusions: [...inclusions] } });
    return (await attemptsOf(unit, { desired: [object('ConfigMap/a'), object('Secret/a')] })).map(
      ({ kind }) => kind,
    );
  };
  assert.deepEqual(await kinds([only]), ['skip', 'create']);
  assert.deepEqual(await kinds([{ ...only, clusters: ['https://elsewhere'] }]), ['create', 'create']);
});

test('A hook is held by a finalizer, and made anew where it is still there', async () => {
  const migrate = hook('Job/migrate', 'PreSync');
  const first = await theAttempt(unitOf(), { desired: [migrate] });
  // It goes before the sync ends: only the record keeps it.
  assert.equal(first.object.metadata['finalizers'], undefined);
  assert.match(JSON.stringify(first.object.metadata), /hook-finalizer/u);
  assert.equal(first.kind, 'create');
  const again = await theAttempt(unitOf(), { desired: [migrate], live: [live(migrate)] });
  assert.equal(again.kind, 'recreate');
  const kept = hook('Job/migrate', 'PreSync', { 'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded' });
  assert.equal((await theAttempt(unitOf(), { desired: [kept], live: [live(kept)] })).kind, 'patch');
});

test('What the project forbids, or nobody can name, ends the sync before it begins', async () => {
  const why = words`project default permits no Secrets`;
  const forbids = (what: KubeObject) => (what.kind === 'Secret' ? why : undefined);
  const attempts = await attemptsOf(unitOf(), {
    desired: [object('Secret/a'), object('ConfigMap/a')],
    rules: { forbids },
  });
  assert.deepEqual(told(attempts), ['0 refuse Secret/a', '0 create ConfigMap/a']);
  const refuse = (attempt: Attempt | undefined) => attempt?.kind === 'refuse' && attempt.ends;
  assert.equal(refuse(attempts[0]), 'sync');
  const nameless: KubeObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: '', generateName: 'run-', namespace: 'shop' },
  };
  assert.equal(refuse(await theAttempt(unitOf(), { desired: [nameless] })), 'sync');
  assert.equal((await theAttempt(syncing('Replace=true'), { desired: [nameless] })).kind, 'create');
});

test('Prunes follow the propagation that the Application names', async () => {
  const propagation = async (...syncOptions: readonly string[]) => {
    const attempt = await theAttempt(syncing(...syncOptions), { leaving: [live(object('ConfigMap/a'))] });
    return attempt.kind === 'delete' && attempt.propagation;
  };
  assert.equal(await propagation(), 'Foreground');
  assert.equal(await propagation('PrunePropagationPolicy=background'), 'Background');
  assert.equal(await propagation('PrunePropagationPolicy=orphan'), 'Orphan');
});

test('Ignored fields come from the live object where the Application respects them', async () => {
  const desired = [object('ConfigMap/a', { rest: { data: { key: 'git' } } })];
  const there = live(object('ConfigMap/a', { rest: { data: { key: 'live' } } }));
  const respected = async (target: KubeObject, is: KubeObject): Promise<{ readonly target: KubeObject }> =>
    await Promise.resolve({ target: { ...target, data: at(is, 'data') ?? {} } });
  const attempt = await theAttempt(syncing('Replace=true'), { desired, live: [there], rules: { respected } });
  assert.deepEqual(attempt.object['data'], { key: 'live' });
});

test('Where live values cannot be laid over what is declared, the whole sync ends before its first request', async () => {
  const desired = [object('ConfigMap/a')];
  const why = words`its lists cannot be merged`;
  const respected = (target: KubeObject) => ({
    unmade: { kind: 'refuse', object: target, ends: 'sync', why } as const,
  });
  const given = { desired, live: [live(object('ConfigMap/a'))], rules: { respected } };
  const attempt = await theAttempt(syncing(), given);
  assert.equal(attempt.kind, 'refuse');
  assert.deepEqual([attempt.ends, attempt.why], ['sync', why]);
});
