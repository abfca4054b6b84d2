import assert from 'node:assert/strict';
import { test } from 'node:test';

import { identityFor } from '../../../../src/reconciler/flux/kustomization/apply/identity.ts';
import { kustomizationOf } from './kustomization-unit.ts';

const kubeConfig = { secretRef: { name: 'spoke' } };
const spoke = { cluster: 'spoke', namespace: undefined };
const appliesAs = [{ cluster: 'spoke', namespace: 'hub-access', serviceAccount: 'from-the-hub' }];

test('The controller itself applies where no account is named', () => {
  assert.deepEqual(identityFor(kustomizationOf(), []), {
    kind: 'service-account',
    namespace: 'flux-system',
    name: 'kustomize-controller',
  });
});

test('The account of its spec, else the default one, in the namespace of the Kustomization', () => {
  const installation = {
    namespace: 'flux',
    defaultAccounts: { kustomize: 'tenant', helm: null },
  };
  const account = { kind: 'service-account', namespace: 'flux-system' };
  assert.deepEqual(identityFor(kustomizationOf({ installation }), []), { ...account, name: 'tenant' });
  const spec = { serviceAccountName: 'deployer' };
  assert.deepEqual(identityFor(kustomizationOf({ installation, spec }), []), {
    ...account,
    name: 'deployer',
  });
});

test('With a kubeconfig it is whom the operator’s file names, unless an account is impersonated', () => {
  const unit = kustomizationOf({ spec: { kubeConfig }, target: spoke });
  assert.deepEqual(identityFor(unit, appliesAs), {
    kind: 'service-account',
    namespace: 'hub-access',
    name: 'from-the-hub',
  });
  const impersonated = kustomizationOf({
    spec: { kubeConfig, serviceAccountName: 'deployer' },
    target: spoke,
  });
  assert.deepEqual(identityFor(impersonated, appliesAs), {
    kind: 'service-account',
    namespace: 'flux-system',
    name: 'deployer',
  });
  const unnamed = identityFor(unit, []);
  assert.ok(unnamed.kind === 'gap');
  assert.equal(unnamed.gap.kind, 'applier-unnamed');
});

test('Without a home cluster nobody can be named', () => {
  const found = identityFor(kustomizationOf({ home: { cluster: undefined, namespace: undefined } }), []);
  assert.ok(found.kind === 'gap');
  assert.equal(found.gap.kind, 'installation-unnamed');
});
