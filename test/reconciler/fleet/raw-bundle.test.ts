/** A bundle of plain YAML on one live cluster, from its GitRepo to the requests of the agent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRenderers } from '../../render/rendered.ts';
import { attemptsOf, declaredBy, told } from './rendering.ts';
import { cluster, configMap, fleetCluster, gitRepo, home, ids, discovered, unitIn } from './story.ts';

const renderers = await openRenderers();

const files = {
  'web/map.yaml': configMap('web'),
  'web/fleet.yaml': 'defaultNamespace: shop\n',
};
const given = {
  homes: [home([gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] }), fleetCluster('prod')])],
  clusters: [cluster('hub'), cluster('production', ['fleet-default/prod'])],
};

test('a directory that a live GitRepo names is a unit on the cluster that its target matches', async () => {
  assert.deepEqual(ids(await discovered(files, given)), ['fleet/hub/fleet-default/infra-web@prod']);
});

test('the unit is applied to the cluster that the operator knows by the Fleet cluster’s name', async () => {
  const { home: at, target, path } = await unitIn(files, given);
  assert.deepEqual(at, { cluster: 'hub', namespace: 'fleet-default' });
  assert.deepEqual(target, { cluster: 'production', namespace: 'shop' });
  assert.equal(path, 'web');
});

test('what it renders bears the marks of its set and of its release', async () => {
  const unit = await unitIn(files, given);
  const [only, ...more] = await declaredBy(renderers, { unit, files });
  assert.deepEqual(more, []);
  assert.deepEqual(only?.object.metadata, {
    name: 'web',
    namespace: 'shop',
    labels: {
      'objectset.rio.cattle.io/hash': '2a9fe7f2c99e291360c5a92584cc40e04eaf1a97',
      'app.kubernetes.io/managed-by': 'Helm',
    },
    annotations: {
      'objectset.rio.cattle.io/id': 'default-infra-web',
      'meta.helm.sh/release-name': 'infra-web',
      'meta.helm.sh/release-namespace': 'shop',
    },
  });
});

test('an installation makes the namespace of the release, and applies on the server without force', async () => {
  const unit = await unitIn(files, given);
  const desired = (await declaredBy(renderers, { unit, files })).map(({ object }) => object);
  const attempts = await attemptsOf(unit, { desired });
  assert.deepEqual(told(attempts), ['0 apply Namespace/shop', '1 apply ConfigMap/web']);
  assert.deepEqual(
    attempts.map((attempt) => attempt.kind === 'apply' && [attempt.manager, attempt.force]),
    [
      ['fleetagent', false],
      ['fleetagent', false],
    ],
  );
});
