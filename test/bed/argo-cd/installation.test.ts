import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';

import { at } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { scratch } from '../scratch.ts';
import { componentEnvironment, readInstallation, type ArgoCdSettings } from './installation.ts';

const install = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: argocd-application-controller }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: argocd-cm }
data: { resource.exclusions: all of them }
---
apiVersion: v1
kind: Secret
metadata: { name: argocd-secret }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: argocd-application-controller }
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: argocd-application-controller
          env:
            - { name: ONE, value: fixed }
            - { name: TWO, valueFrom: { configMapKeyRef: { name: argocd-cmd-params-cm, key: two, optional: true } } }
            - { name: THREE, valueFrom: { configMapKeyRef: { name: argocd-cm, key: three, optional: true } } }
            - { name: FOUR, valueFrom: { configMapKeyRef: { name: argocd-cmd-params-cm, key: four, optional: true } } }
`;

const settings: ArgoCdSettings = { cm: { three: '3' }, params: { two: '2' } };

async function installed(test: TestContext): Promise<readonly KubeObject[]> {
  const file = join(await scratch(test), 'install.yaml');
  await writeFile(file, install);
  return readInstallation(file, settings);
}

it('installs what the release says, in its namespace, with the operator’s settings and no replica', async (test) => {
  const objects = await installed(test);
  assert.deepEqual(
    objects.map(({ kind, metadata }) => [kind, metadata.name, metadata['namespace'] ?? '']),
    [
      ['ClusterRole', 'argocd-application-controller', ''],
      ['ConfigMap', 'argocd-cm', 'argocd'],
      ['Secret', 'argocd-secret', 'argocd'],
      ['StatefulSet', 'argocd-application-controller', 'argocd'],
      ['Secret', 'argocd-redis', 'argocd'],
    ],
  );
  assert.deepEqual(objects[1]?.['data'], { 'resource.exclusions': 'all of them', three: '3' });
  assert.equal(at(objects[3], 'spec', 'replicas'), 0);
});

it('tells a process of the settings that its Pod would be told of', async (test) => {
  const told = componentEnvironment(await installed(test), 'argocd-application-controller', settings);
  assert.deepEqual(told, { TWO: '2', THREE: '3' });
});
