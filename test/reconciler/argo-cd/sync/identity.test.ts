import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../../src/object/json.ts';
import { identityFor } from '../../../../src/reconciler/argo-cd/sync/identity.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { unitOf } from './story.ts';

const remote = { cluster: 'spoke', namespace: 'shop' };

function told(unit: Unit, appliesAs: Parameters<typeof identityFor>[1] = []): string {
  const applier = identityFor(unit, appliesAs);
  if (applier.kind === 'service-account') return `${applier.namespace}/${applier.name}`;
  return applier.kind === 'gap' ? `${applier.gap.kind}: ${applier.gap.why}` : applier.kind;
}

function impersonating(accounts: readonly Json[], impersonationEnforced = true): Unit {
  return unitOf({
    installation: { impersonation: true, impersonationEnforced },
    settings: { project: { destinationServiceAccounts: [...accounts] } },
  });
}

test('On its own cluster the controller applies, elsewhere whom the operator names', () => {
  const elsewhere = { ...unitOf(), target: remote };
  const appliesAs = [{ cluster: 'spoke', namespace: 'kube-system', serviceAccount: 'deployer' }];
  assert.equal(told(unitOf()), 'argocd/argocd-application-controller');
  assert.equal(told(unitOf(), appliesAs), 'argocd/argocd-application-controller');
  assert.equal(told(elsewhere, appliesAs), 'kube-system/deployer');
  assert.equal(
    told(elsewhere),
    "applier-unnamed: the account behind the cluster's Secret is not named in the operator's file",
  );
});

test('Of an Argo CD that nobody named, neither the account nor what it lacks is told', () => {
  const unit = { ...unitOf(), home: { cluster: undefined, namespace: 'argocd' } };
  assert.match(told(unit), /^installation-unnamed: no installation of Argo CD is named/);
});

test('The first account of the project that matches the destination is impersonated', () => {
  const entry = (server: string, namespace: string, defaultServiceAccount: string): Json => ({
    server,
    namespace,
    defaultServiceAccount,
  });
  const here = 'https://kubernetes.default.svc';
  assert.equal(
    told(impersonating([entry(here, 'other', 'a'), entry('*', 'sh*', 'b'), entry(here, 'shop', 'c')])),
    'shop/b',
  );
  assert.equal(told(impersonating([entry(here, 'shop', 'ops:deployer')])), 'ops/deployer');
  assert.match(told(impersonating([entry(here, 'shop', 'a*')])), /that Argo CD refuses$/u);
  assert.match(told(impersonating([entry(here, 'shop', ' ')])), /that Argo CD refuses$/u);
  assert.match(told(impersonating([])), /syncs nothing$/u);
  assert.equal(told(impersonating([], false)), 'argocd/argocd-application-controller');
});

test('Who is impersonated cannot be told without the project', () => {
  const unit = unitOf({ installation: { impersonation: true }, settings: { project: null } });
  assert.match(told(unit), /could not be read/u);
});
