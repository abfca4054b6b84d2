import assert from 'node:assert/strict';
import { test } from 'node:test';

import { defaultOperatorConfig } from '../../src/config/operator.ts';
import type { InstallationConfig } from '../../src/config/operator.ts';
import { identityRules, secretAccesses } from '../../src/kube/identity-rules.ts';
import { catalogOf } from '../../src/live/catalog.ts';
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { createMask } from '../../src/object/mask.ts';
import type { HomeRead } from '../../src/reconciler/declarations.ts';
import { reads as fleetReads } from '../../src/reconciler/fleet/units/reads.ts';
import { reads as fluxReads } from '../../src/reconciler/flux/units/reads.ts';

const { clusters, installations } = defaultOperatorConfig;
const means = { clusters, installations, mask: createMask(), now: () => 0 };
const of = (kind: InstallationConfig['kind'], namespace: string): InstallationConfig => ({
  kind,
  cluster: 'prod',
  namespace,
  appliesAs: [],
});

const release: KubeObject = {
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'web', namespace: 'web' },
  spec: { valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] },
  status: { history: [{ name: 'web', version: 3, status: 'deployed' }] },
};
const fleet = (kind: string, namespace: string, more: JsonObject): KubeObject => ({
  apiVersion: 'fleet.cattle.io/v1alpha1',
  kind,
  metadata: { name: kind === 'Cluster' ? 'local' : 'web', namespace },
  ...more,
});
const living = [
  fleet('Cluster', 'fleet-local', { status: { namespace: 'cluster-fleet-local-local-1a3d' } }),
  fleet('BundleDeployment', 'cluster-fleet-local-local-1a3d', { spec: {} }),
];

const reads: readonly HomeRead[] = [
  ...fluxReads(of('flux', 'flux-system'), [release], means),
  ...fleetReads(of('fleet', 'cattle-fleet-system'), living, clusters),
];

const plural = (kind: string): string => `${kind.toLowerCase().replace(/y$/u, 'ie')}s`;

/** A cluster that serves all that is read, as its discovery tells. */
const catalog = catalogOf(
  [
    {
      items: [...Map.groupBy(reads, ({ group }) => group)].map(([name, ofGroup]) => ({
        metadata: { name },
        versions: [
          {
            version: 'v1',
            resources: [...new Set(ofGroup.map(({ kind }) => kind))].map((kind) => ({
              resource: plural(kind),
              responseKind: { kind },
              scope: 'Namespaced',
              verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
            })),
          },
        ],
      })),
    },
  ],
  [],
);

/** Kinds that a review would read there and may not. */
function unreadable(secrets: (typeof secretAccesses)[number]): readonly string[] {
  const rules = identityRules(catalog, secrets);
  const refused = reads.filter(
    ({ group, kind, name }) =>
      !rules.some(
        ({ apiGroups, resources, verbs }) =>
          apiGroups.includes(group) &&
          resources.includes(plural(kind)) &&
          verbs.includes(name === undefined ? 'list' : 'get'),
      ),
  );
  return [...new Set(refused.map(({ kind }) => kind))];
}

test('The identity may read all that Flux and Fleet are asked for, in each namespace, but Secrets only where the operator says so', () => {
  const kinds = new Set(reads.map(({ kind }) => kind));
  for (const kind of ['HelmRelease', 'BundleDeployment', 'Deployment', 'ConfigMap', 'ServiceAccount']) {
    assert.ok(kinds.has(kind), kind);
  }
  assert.deepEqual(
    secretAccesses.map((access) => [access, unreadable(access)]),
    [
      ['none', ['Secret']],
      ['dry-run', ['Secret']],
      ['read', []],
    ],
  );
});

test('Records of Helm releases are all the Secrets that are read of Flux and Fleet here, and no other key of them is kept', () => {
  const secrets = reads.filter(({ kind }) => kind === 'Secret');
  assert.deepEqual(
    secrets.map(({ namespace, name, labelSelector, secretKeys }) => [
      namespace,
      name ?? labelSelector,
      secretKeys,
    ]),
    [
      ['web', 'sh.helm.release.v1.web.v3', ['release']],
      ['default', 'owner=helm,name=web', ['release']],
    ],
  );
});
