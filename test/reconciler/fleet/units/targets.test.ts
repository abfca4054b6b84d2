/** Targets of GitRepos and bundles against live clusters -> where each bundle is deployed, and how it is customized. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { fleetUnit } from '../../../../src/reconciler/fleet/fleet-unit.ts';
import {
  clusterGroup,
  configMap,
  discovered,
  fleetCluster,
  gitRepo,
  home,
  ids,
  local,
  localGroup,
} from '../story.ts';

const clusters = [
  fleetCluster('a', { env: 'dev' }),
  fleetCluster('b', { env: 'prod', 'management.cattle.io/cluster-display-name': 'berlin' }),
  fleetCluster('c', { env: 'prod' }),
];

async function on(
  { targets, fleetYaml = '' }: { readonly targets?: readonly JsonObject[]; readonly fleetYaml?: string },
  more: readonly KubeObject[] = [],
): Promise<readonly string[]> {
  const files = {
    'web/map.yaml': configMap('web'),
    ...(fleetYaml === '' ? {} : { 'web/fleet.yaml': fleetYaml }),
  };
  const repo = gitRepo({ paths: ['web'], ...(targets === undefined ? {} : { targets: [...targets] }) });
  const found = await discovered(files, { homes: [home([repo, ...clusters, ...more])] });
  return ids(found).map((id) => id.replace('fleet/hub/fleet-default/infra-web@', ''));
}

test('a GitRepo without targets goes to the clusters of the group that is called default', async () => {
  assert.deepEqual(await on({}), []);
  assert.deepEqual(await on({}, [clusterGroup('default', { matchLabels: { env: 'dev' } })]), ['a']);
});

test('a GitRepo of fleet-local goes to the home itself', async () => {
  const files = { 'web/map.yaml': configMap('web') };
  const repo = gitRepo({ paths: ['web'] }, 'infra', 'fleet-local');
  const { units } = await discovered(files, { homes: [home([repo, local, localGroup, ...clusters])] });
  assert.deepEqual(
    units.map(({ id, target }) => [id, target.cluster]),
    [['fleet/hub/fleet-local/infra-web@local', 'hub']],
  );
});

test('a target names a cluster, or its display name in Rancher', async () => {
  assert.deepEqual(await on({ targets: [{ clusterName: 'a' }, { clusterName: 'berlin' }] }), ['a', 'b']);
});

test('a target without any criterion matches nothing, and one with an empty selector all', async () => {
  assert.deepEqual(await on({ targets: [{ name: 'none' }] }), []);
  assert.deepEqual(await on({ targets: [{ clusterSelector: {} }] }), ['a', 'b', 'c']);
});

test('all criteria of a target must hold', async () => {
  const selector = { matchExpressions: [{ key: 'env', operator: 'In', values: ['prod'] }] };
  assert.deepEqual(await on({ targets: [{ clusterSelector: selector, clusterName: 'c' }] }), ['c']);
});

test('a target names a group, or selects groups by their labels', async () => {
  const group = clusterGroup('production', { matchLabels: { env: 'prod' } });
  const labelled = { ...group, metadata: { ...group.metadata, labels: { tier: 'one' } } };
  assert.deepEqual(await on({ targets: [{ clusterGroup: 'production' }] }, [labelled]), ['b', 'c']);
  assert.deepEqual(
    await on({ targets: [{ clusterGroupSelector: { matchLabels: { tier: 'one' } } }] }, [labelled]),
    ['b', 'c'],
  );
});

test('a customization alone takes a bundle to no cluster that the GitRepo does not name', async () => {
  const fleetYaml = 'targetCustomizations:\n- clusterSelector: {}\n';
  assert.deepEqual(await on({ targets: [{ clusterName: 'a' }], fleetYaml }), ['a']);
});

test('overrideTargets of a bundle replace the targets of its GitRepo', async () => {
  const fleetYaml = 'overrideTargets:\n- clusterName: c\n';
  assert.deepEqual(await on({ targets: [{ clusterName: 'a' }], fleetYaml }), ['c']);
});

test('doNotDeploy in the first customization that matches leaves a cluster out', async () => {
  const fleetYaml = 'targetCustomizations:\n- clusterName: b\n  doNotDeploy: true\n- clusterSelector: {}\n';
  assert.deepEqual(await on({ targets: [{ clusterSelector: {} }], fleetYaml }), ['a', 'c']);
});

test('of several customizations the first that matches counts, whole', async () => {
  const fleetYaml = [
    'defaultNamespace: base',
    'targetCustomizations:',
    '- clusterSelector: { matchLabels: { env: prod } }',
    '  defaultNamespace: prod',
    '- clusterSelector: {}',
    '  defaultNamespace: rest',
    '  keepResources: true',
  ].join('\n');
  const files = { 'web/map.yaml': configMap('web'), 'web/fleet.yaml': fleetYaml };
  const repo = gitRepo({ paths: ['web'], targets: [{ clusterSelector: {} }] });
  const { units } = await discovered(files, { homes: [home([repo, ...clusters])] });
  assert.deepEqual(
    units.map((unit) => [
      fleetUnit(unit).cluster.name,
      unit.target.namespace,
      fleetUnit(unit).options['keepResources'],
    ]),
    [
      ['a', 'rest', true],
      ['b', 'prod', undefined],
      ['c', 'prod', undefined],
    ],
  );
});

test('a customization cannot change what Fleet does not merge', async () => {
  const fleetYaml =
    'targetCustomizations:\n- clusterName: a\n  deleteNamespace: true\n  deleteCRDResources: true\n';
  const files = { 'web/map.yaml': configMap('web'), 'web/fleet.yaml': fleetYaml };
  const repo = gitRepo({ paths: ['web'], targets: [{ clusterName: 'a' }] });
  const { units } = await discovered(files, { homes: [home([repo, ...clusters])] });
  assert.deepEqual(
    units.map((unit) => fleetUnit(unit).options),
    [{}],
  );
});

test('the namespace that a GitRepo gives counts before that of a bundle', async () => {
  const files = {
    'web/map.yaml': configMap('web'),
    'web/fleet.yaml': 'defaultNamespace: mine\nnamespace: ours\n',
  };
  const repo = gitRepo({ paths: ['web'], targetNamespace: 'theirs', targets: [{ clusterName: 'a' }] });
  const { units } = await discovered(files, { homes: [home([repo, ...clusters])] });
  assert.deepEqual(
    units.map(({ target }) => target.namespace),
    ['theirs'],
  );
});

function restriction(rest: JsonObject): KubeObject {
  return {
    apiVersion: 'fleet.cattle.io/v1alpha1',
    kind: 'GitRepoRestriction',
    metadata: { name: 'all', namespace: 'fleet-default' },
    ...rest,
  };
}

test('a restriction of the workspace gives a GitRepo its ServiceAccount, and refuses another', async () => {
  const files = { 'web/map.yaml': configMap('web') };
  const found = async (spec: JsonObject, rest: JsonObject): Promise<readonly unknown[]> => {
    const repo = gitRepo({ paths: ['web'], targets: [{ clusterName: 'a' }], ...spec });
    const { units } = await discovered(files, { homes: [home([repo, restriction(rest), ...clusters])] });
    return units.map((unit) => [fleetUnit(unit).options['serviceAccount'], fleetUnit(unit).problem]);
  };
  assert.deepEqual(await found({}, { defaultServiceAccount: 'web' }), [['web', null]]);
  assert.deepEqual(await found({ serviceAccount: 'root' }, { allowedServiceAccounts: ['web'] }), [
    ['root', 'no GitRepoRestriction allows the serviceAccount root'],
  ]);
  assert.deepEqual(await found({}, { allowedRepoPatterns: ['^https://example.org/'] }), [
    [undefined, 'no GitRepoRestriction allows its repository'],
  ]);
  assert.deepEqual(await found({}, { allowedTargetNamespaces: ['shop'] }), [
    [undefined, 'a GitRepoRestriction asks for a targetNamespace'],
  ]);
});

test('a mapping takes bundles to clusters of other workspaces', async () => {
  const other = { ...fleetCluster('far'), metadata: { name: 'far', namespace: 'edge', labels: {} } };
  const mapping: KubeObject = {
    apiVersion: 'fleet.cattle.io/v1alpha1',
    kind: 'BundleNamespaceMapping',
    metadata: { name: 'edge', namespace: 'fleet-default' },
    bundleSelector: { matchLabels: { 'fleet.cattle.io/repo-name': 'infra' } },
    namespaceSelector: { matchLabels: { edge: 'yes' } },
  };
  const namespace: KubeObject = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'edge', labels: { edge: 'yes' } },
  };
  const targets = [{ clusterName: 'far' }];
  assert.deepEqual(await on({ targets }, [other, mapping]), []);
  assert.deepEqual(await on({ targets }, [other, mapping, namespace]), ['edge/far']);
});
