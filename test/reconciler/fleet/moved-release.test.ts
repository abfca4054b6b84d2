/** A bundle that gets another release than the one that it has: the old one goes as a whole, and the new one is installed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import { attemptsOf, told } from './rendering.ts';
import {
  cluster,
  configMap,
  deployment,
  fleetCluster,
  gitRepo,
  home,
  reconciler,
  releaseSecret,
  unitIn,
} from './story.ts';

const record = releaseSecret(
  { namespace: 'old', name: 'infra-web' },
  { manifest: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } }) },
);
const objects = [
  gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }),
  fleetCluster('prod'),
  deployment('infra-web', 'prod', { release: 'old/infra-web:1' }),
];
const given = {
  clusters: [cluster('hub'), cluster('prod')],
  homes: [home(objects, { elsewhere: new Map([['prod', [record]]]) })],
};

function map(namespace: string): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace } };
}

test('what the old release holds is the unit’s, and is deleted', async () => {
  const unit = await unitIn(
    { 'web/m.yaml': configMap('web'), 'web/fleet.yaml': 'defaultNamespace: new' },
    given,
  );
  const inventory = reconciler().inventory(unit);
  assert.deepEqual(
    inventory.kind === 'objects' && inventory.objects.map(({ namespace, name }) => `${namespace}/${name}`),
    ['old/web'],
  );
  assert.equal(reconciler().prune(unit, map('old'), false), 'deleted');
  const attempts = await attemptsOf(unit, {
    desired: [map('new')],
    leaving: [map('old')],
    live: [map('old')],
  });
  assert.deepEqual(told(attempts), [
    '0 apply Namespace/new',
    '1 apply ConfigMap/web',
    '2 delete ConfigMap/web',
  ]);
});
