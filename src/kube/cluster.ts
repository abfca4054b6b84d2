/** How a cluster is reached -> the Cluster that the live stage asks. One for each cluster in a process: it holds the limit. */
import type { Cluster } from '../live/cluster.ts';
import { reviewOwnRight, reviewRight } from './access-review.ts';
import { openConnection, type ConnectionOptions } from './connection.ts';
import { DryRun } from './dry-run.ts';
import { probeGuard } from './probe.ts';
import { readDocument, readList, readObject } from './read.ts';

export interface OpenCluster extends Cluster {
  /** Ends all connections; requests in flight fail. */
  close(): Promise<void>;
}

/** Rejects with ClusterError when the kubeconfig, its context or its TLS settings cannot be used. */
export async function openCluster(options: ConnectionOptions): Promise<OpenCluster> {
  const connection = await openConnection(options);
  const dryRun = new DryRun(connection);
  return {
    name: options.name,
    get: async (path, reading, signal) => readObject(connection, path, { ...reading, signal }),
    list: async (path, paging, signal) => readList(connection, path, { ...paging, signal }),
    document: async (document, signal) => readDocument(connection, document, signal),
    dryRunApply: async (path, write, signal) => dryRun.apply(path, write, signal),
    dryRunPatch: async (path, write, signal) => dryRun.patch(path, write, signal),
    dryRunPut: async (path, write, signal) => dryRun.put(path, write, signal),
    dryRunCreate: async (path, write, signal) => dryRun.create(path, write, signal),
    dryRunDelete: async (path, propagation, signal) => dryRun.delete(path, propagation, signal),
    reviewOwnRight: async (right, signal) => reviewOwnRight(connection, right, signal),
    reviewRight: async (asked, signal) => reviewRight(connection, asked, signal),
    probeGuard: async (signal) => probeGuard(connection, signal),
    close: async () => connection.close(),
  };
}
