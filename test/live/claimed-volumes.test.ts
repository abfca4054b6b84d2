import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withClaimedVolumes } from '../../src/live/claimed-volumes.ts';
import { deployment } from './asking.ts';

const claims = { volumeClaimTemplates: [{ metadata: { name: 'data' } }, { metadata: { name: 'logs' } }] };
const spec = {
  containers: [{ name: 'db', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
  volumes: [
    { name: 'logs', emptyDir: {} },
    { name: 'tmp', emptyDir: {} },
  ],
};

test('A Pod of a StatefulSet has a volume for each claim, before and instead of its template’s own', () => {
  const workload = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec: claims };
  assert.deepEqual(withClaimedVolumes(workload, spec), {
    ...spec,
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'data-db-0' } },
      { name: 'logs', persistentVolumeClaim: { claimName: 'logs-db-0' } },
      { name: 'tmp', emptyDir: {} },
    ],
  });
});

test('A Pod of any other workload has the volumes of its template', () => {
  assert.equal(withClaimedVolumes({ ...deployment('web'), spec: claims }, spec), spec);
  const bare = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec: {} };
  assert.equal(withClaimedVolumes(bare, spec), spec);
});
