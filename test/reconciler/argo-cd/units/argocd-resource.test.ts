import assert from 'node:assert/strict';
import { test } from 'node:test';

import { configuredBy } from '../../../../src/reconciler/argo-cd/units/argocd-resource.ts';

test('Each setting of an ArgoCD resource stands under the key that its operator gives it in argocd-cm', () => {
  const { config, parameters } = configuredBy({
    resourceTrackingMethod: 'label',
    applicationInstanceLabelKey: 'team/app',
    installationID: 'one',
    kustomizeBuildOptions: '--enable-helm',
    resourceExclusions: '- {kinds: [Event]}',
    resourceInclusions: '- {kinds: [ConfigMap]}',
    kustomizeVersions: [{ version: 'v5.0.0', path: '/opt/kustomize' }],
    sourceNamespaces: ['team-a', 'team-b'],
    cmdParams: { 'controller.diff.server.side': 'true' },
  });
  assert.deepEqual(config, {
    'application.resourceTrackingMethod': 'label',
    'application.instanceLabelKey': 'team/app',
    installationID: 'one',
    'kustomize.buildOptions': '--enable-helm',
    'resource.exclusions': '- {kinds: [Event]}',
    'resource.inclusions': '- {kinds: [ConfigMap]}',
    'kustomize.version.v5.0.0': '/opt/kustomize',
  });
  assert.equal(parameters['application.namespaces'], 'team-a,team-b');
  assert.equal(parameters['controller.diff.server.side'], 'true');
});

test('What is not stated is left to the defaults, and `extraConfig` wins', () => {
  assert.deepEqual(configuredBy({}).config, {});
  const { config } = configuredBy({ installationID: 'one', extraConfig: { installationID: 'two' } });
  assert.deepEqual(config, { installationID: 'two' });
});
