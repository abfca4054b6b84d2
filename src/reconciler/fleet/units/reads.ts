/** An installation of Fleet -> the objects of its home cluster, and the releases of its clusters, that say which units there are. */
import type { ClusterConfig, InstallationConfig } from '../../../config/operator.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { HomeRead } from '../../declarations.ts';
import { clustersIn, operatorsName } from './clusters.ts';
import { deploymentsIn } from './deployments.ts';
import { group } from './fleet-kind.ts';

const kinds = [
  'GitRepo',
  'Bundle',
  'BundleDeployment',
  'BundleNamespaceMapping',
  'Cluster',
  'ClusterGroup',
  'GitRepoRestriction',
  'Policy',
  'Schedule',
] as const;

export function reads(
  { namespace, cluster: home }: InstallationConfig,
  seen: readonly KubeObject[],
  configured: readonly ClusterConfig[],
): readonly HomeRead[] {
  return [
    ...kinds.map((kind) => ({ group, kind, namespace: undefined })),
    { group: 'apps', kind: 'Deployment', namespace },
    { group: '', kind: 'Namespace', namespace: undefined },
    ...targetReads(seen, home, configured),
  ];
}

/** What the agents of clusters that the operator names keep there of what they deployed. */
function targetReads(
  seen: readonly KubeObject[],
  home: string,
  configured: readonly ClusterConfig[],
): readonly HomeRead[] {
  const deployments = deploymentsIn(seen);
  return clustersIn(seen).flatMap((cluster) => {
    const target = operatorsName(cluster, home, configured);
    if (target === undefined) return [];
    const own = deployments.filter(({ namespace }) => namespace === cluster.deployments);
    return [
      {
        cluster: target,
        group: '',
        kind: 'ServiceAccount',
        namespace: cluster.agentNamespace,
        name: 'fleet-default',
      },
      ...own.flatMap(({ release, valuesFrom }): readonly HomeRead[] => [
        {
          cluster: target,
          group: '',
          kind: 'Secret',
          namespace: release.namespace,
          labelSelector: `owner=helm,name=${release.name}`,
          secretKeys: ['release'],
        },
        ...valuesFrom
          .filter(({ kind }) => kind === 'ConfigMap')
          .map((each) => ({
            cluster: target,
            group: '',
            kind: each.kind,
            namespace: each.namespace,
            name: each.name,
          })),
      ]),
    ];
  });
}
