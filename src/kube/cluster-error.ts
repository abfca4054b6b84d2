/** What makes a cluster unusable before the first request: a bad kubeconfig, an unknown context, unverified TLS. */

export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  /** The cluster's name in the operator's file, or the context. */
  readonly cluster: string;

  constructor(cluster: string, message: string, cause?: unknown) {
    super(`cluster ${cluster}: ${message}`, { cause });
    this.cluster = cluster;
  }
}
