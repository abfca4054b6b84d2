import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  controllerSettings,
  effectivePolicy,
} from '../../../../src/reconciler/argo-cd/application-set/settings.ts';

test('The policy of a set counts where the controller lets it', () => {
  const settings = (policy: string, override = ''): ReturnType<typeof controllerSettings> =>
    controllerSettings(
      {
        'applicationsetcontroller.policy': policy,
        'applicationsetcontroller.enable.policy.override': override,
      },
      null,
    );
  assert.equal(effectivePolicy('create-only', settings('')), 'create-only');
  assert.equal(effectivePolicy(undefined, settings('')), 'sync');
  assert.equal(effectivePolicy('create-only', settings('sync')), 'sync');
  assert.equal(effectivePolicy('create-only', settings('sync', 'true')), 'create-only');
  assert.equal(effectivePolicy(undefined, settings('create-update')), 'create-update');
  assert.equal(effectivePolicy('create-only', settings('', 'false')), 'sync');
});
