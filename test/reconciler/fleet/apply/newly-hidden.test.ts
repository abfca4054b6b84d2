/** Patches by which a bundle compares -> what is told of those that are new. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import type { NewlyHidden } from '../../../../src/reconciler/unit-record.ts';
import { configMap, fleetCluster, gitRepo, home, reconciler, unitIn } from '../story.ts';

const homes = [home([gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), fleetCluster('prod')])];

const deployment: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 2, template: { spec: { containers: [{ image: 'web:1' }] } } },
};

async function hidden(fleetYaml: string, before = '{}'): Promise<readonly NewlyHidden[]> {
  const files = (text: string): Record<string, string> => ({
    'web/m.yaml': configMap('a'),
    'web/fleet.yaml': text,
  });
  const base = await unitIn(files(before), { homes });
  const head = await unitIn(files(fleetYaml), { homes });
  return reconciler().newlyHidden(base, head, [deployment]);
}

function patch(rest: string): string {
  return `diff: { comparePatches: [{ apiVersion: apps/v1, kind: Deployment, ${rest} }] }`;
}

test('a pointer hides the field to which it leads, which Helm still writes', async () => {
  assert.deepEqual(await hidden(patch('jsonPointers: ["/spec/replicas", "/spec/none"]')), [
    {
      writtenIn: { group: 'fleet.cattle.io', kind: 'Bundle', namespace: 'fleet-default', name: 'infra-web' },
      place: { file: 'web/fleet.yaml', line: 1 },
      rule: '/spec/replicas, /spec/none of apps/Deployment',
      hidden: [
        {
          object: { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' },
          fields: [['spec', 'replicas']],
        },
      ],
      stillWritten: true,
    },
  ]);
});

test('an operation hides its path, also in a list, and ignore the whole object', async () => {
  const [removed] = await hidden(
    patch('operations: [{ op: remove, path: /spec/template/spec/containers/0/image }]'),
  );
  assert.deepEqual(removed?.hidden[0]?.fields, [['spec', 'template', 'spec', 'containers', 0, 'image']]);
  const [ignored] = await hidden(patch('operations: [{ op: ignore }]'));
  assert.deepEqual(ignored?.hidden[0]?.fields, [['spec']]);
});

test('a patch for another object hides nothing', async () => {
  const [found] = await hidden(patch('name: api, jsonPointers: [/spec/replicas]'));
  assert.deepEqual(found?.hidden, []);
});

test('a patch that base has already is not told', async () => {
  const text = patch('jsonPointers: [/spec/replicas]');
  assert.deepEqual(await hidden(text, text), []);
});
