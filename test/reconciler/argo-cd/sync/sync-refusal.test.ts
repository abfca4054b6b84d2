import { test } from 'node:test';
import assert from 'node:assert/strict';
import { automated, course } from './courses.ts';
import { object } from './story.ts';

const inSync = 'nothing that Argo CD compares differs, so it starts no sync';
const [a, b] = [object('ConfigMap/a'), object('ConfigMap/b')];

test('FailOnSharedResource refuses the whole sync, where one would start', async () => {
  const shared = object('ConfigMap/b', {
    annotations: { 'argocd.argoproj.io/tracking-id': 'red:/ConfigMap:shop/b' },
  });
  const tale = { desired: [a, b], live: [a, shared] };
  const why =
    'ConfigMap b is part of the Application red too, and FailOnSharedResource refuses the whole sync';
  const unit = automated({ options: ['FailOnSharedResource=true'] });
  assert.deepEqual(await course(unit, tale), [`ConfigMap/a refused: ${why}`, `ConfigMap/b refused: ${why}`]);
  assert.deepEqual(await course(unit, { ...tale, differing: [] }), [
    `ConfigMap/a skipped: ${inSync}`,
    `ConfigMap/b skipped: ${inSync}`,
  ]);
  assert.deepEqual(await course(automated(), tale), ['ConfigMap/a as-said', 'ConfigMap/b as-said']);
});

test('Without an account to impersonate nothing is synced, unless it is not enforced', async () => {
  const tale = { desired: [a], live: [] };
  const impersonating = { impersonation: true, impersonationEnforced: true };
  assert.deepEqual(await course(automated({ installation: impersonating }), tale), [
    'ConfigMap/a refused: no account of its project matches its destination, and Argo CD then syncs nothing',
  ]);
  const lenient = { ...impersonating, impersonationEnforced: false };
  assert.deepEqual(await course(automated({ installation: lenient }), tale), ['ConfigMap/a as-said']);
  const account = { server: '*', namespace: 'shop', defaultServiceAccount: 'deployer' };
  const settings = { project: { destinationServiceAccounts: [account] } };
  assert.deepEqual(await course(automated({ installation: impersonating, settings }), tale), [
    'ConfigMap/a as-said',
  ]);
});

test('A revision whose sync failed is not tried again, not even by self-heal', async () => {
  const tale = { desired: [a], live: [a] };
  const failed =
    'the last sync of this revision did not succeed, and Argo CD does not try it again by itself';
  const again = (moves: boolean, operation: { readonly phase: string; readonly hasResult: boolean }) =>
    automated({
      policy: { selfHeal: true },
      settings: { moves },
      live: { syncedRevisions: ['1'.repeat(40)], operation },
    });
  const ended = { phase: 'Failed', hasResult: true };
  assert.deepEqual(await course(again(false, ended), tale), [`ConfigMap/a skipped: ${failed}`]);
  // The merge makes another revision.
  assert.deepEqual(await course(again(true, ended), tale), ['ConfigMap/a as-said']);
  const succeeded = { ...ended, phase: 'Succeeded' };
  assert.deepEqual(await course(again(false, succeeded), tale), ['ConfigMap/a as-said']);
  // Without a result Argo CD does not know which revision it was.
  const none = { phase: 'Error', hasResult: false };
  assert.deepEqual(await course(again(true, none), tale), [`ConfigMap/a skipped: ${failed}`]);
  assert.deepEqual(await course(again(true, { ...none, phase: 'Running' }), tale), ['ConfigMap/a as-said']);
});
