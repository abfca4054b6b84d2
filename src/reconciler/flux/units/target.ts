/** The spec of a Flux object -> the cluster to which its controller applies. */
import type { ClusterConfig } from '../../../config/operator.ts';
import { objectAt, textAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';

export interface TargetCluster {
  /** The operator's name; undefined where no cluster is known by it. */
  readonly cluster: string | undefined;
  /** `namespace/name` of the kubeconfig; undefined for the home. */
  readonly kubeConfig: string | undefined;
}

export interface Around {
  readonly home: string | undefined;
  readonly clusters: readonly ClusterConfig[];
  readonly namespace: string;
}

export function targetOf(spec: JsonObject, { home, clusters, namespace }: Around): TargetCluster {
  const given = objectAt(spec, 'kubeConfig');
  const name = textAt(given, 'secretRef', 'name') || textAt(given, 'configMapRef', 'name');
  if (name === '') {
    const [only, ...more] = clusters;
    return { cluster: home ?? (more.length === 0 ? only?.name : undefined), kubeConfig: undefined };
  }
  const kubeConfig = `${namespace}/${name}`;
  return { cluster: clusters.find(({ knownAs }) => knownAs.includes(kubeConfig))?.name, kubeConfig };
}
