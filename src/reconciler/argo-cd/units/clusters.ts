/** The cluster Secrets of an Argo CD -> the clusters that it knows, and a destination -> one of them. */
import type { ClusterConfig } from '../../../config/operator.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Destination } from '../application.ts';
import { inCluster } from '../application-set/clusters-generator.ts';
import type { ClusterSecret } from '../application-set/side.ts';
import { textAt, textMapAt } from '../../../object/fields.ts';
import { listed } from './installation.ts';

export interface KnownCluster extends Destination {
  /** Undefined where no Secret stands behind it. */
  readonly secret: ClusterSecret | undefined;
}

/** Its own cluster is one of them, also without a Secret. */
export function knownClusters(secrets: readonly KubeObject[]): readonly KnownCluster[] {
  const known = secrets.map((secret): KnownCluster => {
    const name = decoded(secret, 'name');
    const server = withoutSlash(decoded(secret, 'server'));
    const project = decoded(secret, 'project');
    const labels = textMapAt(secret, 'metadata', 'labels');
    const annotations = textMapAt(secret, 'metadata', 'annotations');
    const namespaces = listed(decoded(secret, 'namespaces'));
    return { name, server, project, namespaces, secret: { name, server, project, labels, annotations } };
  });
  if (known.some(({ server }) => server === inCluster.server)) return known;
  return [...known, { ...inCluster, project: '', namespaces: [], secret: undefined }];
}

function decoded(secret: KubeObject, key: string): string {
  return Buffer.from(textAt(secret, 'data', key), 'base64')
    .toString('utf8')
    .trim();
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/u, '');
}

export type Destined =
  /** `known` is undefined where the clusters of Argo CD were not seen. */
  | {
      readonly kind: 'cluster';
      readonly known: Destination | undefined;
      readonly cluster: string | undefined;
    }
  /** Argo CD has no such cluster, or two of that name: it syncs nothing. */
  | { readonly kind: 'refused' };

export interface Around {
  readonly known: readonly KnownCluster[] | undefined;
  /** The operator's name of the cluster in which Argo CD runs. */
  readonly home: string | undefined;
  readonly clusters: readonly ClusterConfig[];
}

export function destinationOf(spec: JsonObject, around: Around): Destined {
  const server = withoutSlash(textAt(spec, 'destination', 'server'));
  const name = textAt(spec, 'destination', 'name');
  const { known } = around;
  if (known === undefined) {
    const isOwn = server === inCluster.server || name === inCluster.name;
    const own = isOwn ? { ...inCluster, project: '', namespaces: [] } : undefined;
    return { kind: 'cluster', known: own, cluster: clusterFor({ server, name }, around) };
  }
  const wanted = server === '' ? name : server;
  const found = known.filter((each) => (server === '' ? each.name === name : each.server === server));
  const [first, ...more] = found;
  if (wanted === '' || first === undefined || (server === '' && more.length > 0)) return { kind: 'refused' };
  const { secret: _secret, ...destination } = first;
  return { kind: 'cluster', known: destination, cluster: clusterFor(first, around) };
}

/** Undefined where the operator names no such cluster. */
function clusterFor(
  { server, name }: { readonly server: string; readonly name: string },
  { home, clusters }: Around,
): string | undefined {
  if (server === inCluster.server || (server === '' && name === inCluster.name)) {
    const [only, ...more] = clusters;
    return home ?? (more.length === 0 ? only?.name : undefined);
  }
  const isIt = (each: string): boolean => each !== '' && (each === name || withoutSlash(each) === server);
  return clusters.find((cluster) => isIt(cluster.name) || cluster.knownAs.some(isIt))?.name;
}
