/** An API server that answers by a script, and a kubeconfig that leads to it: for what a real one does not do when asked. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { stringify } from 'yaml';

import type { ClusterAccess } from '../../src/kube/access.ts';
import { openCluster, type OpenCluster } from '../../src/kube/cluster.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Of the suite that imports this; it goes with it. */
export const folder = mkdtempSync(join(tmpdir(), 'proofline-connection-'));

after(() => {
  rmSync(folder, { recursive: true });
});

export const signal = AbortSignal.timeout(60_000);
export const path = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default', name: 'a' };
export const reading = { metadataOnly: false };

export interface Double {
  readonly cluster: OpenCluster;
  /** `METHOD url` of each request, and how long the client was told to sleep. */
  readonly log: readonly string[];
  readonly connections: () => number;
}

/** A server that answers by a script; its kubeconfig is made with `user`. */
export async function withServer(
  handlers: Handler | readonly Handler[],
  use: (double: Double) => Promise<void>,
  user: object = { token: 't' },
): Promise<void> {
  const log: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    log.push(`${request.method} ${request.url}`);
    const handler =
      typeof handlers === 'function'
        ? handlers
        : handlers[log.filter((line) => !line.startsWith('sleep')).length - 1];
    if (handler === undefined) response.writeHead(500).end('unexpected request');
    else handler(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const access = await accessOf(`http://127.0.0.1:${address.port}`, user);
  const clock = {
    ...wallClock,
    sleep: async (milliseconds: number) => void log.push(`sleep ${milliseconds}`),
  };
  const cluster = await openCluster({ name: 'double', access, allowUnverifiedTls: true, clock, inFlight: 4 });
  try {
    await use({ cluster, log, connections: () => connections });
  } finally {
    await cluster.close();
    server.closeAllConnections();
    server.close();
  }
}

export async function accessOf(
  server: string,
  user: object,
  cluster: object = { 'insecure-skip-tls-verify': true },
): Promise<ClusterAccess & { readonly kind: 'kubeconfig' }> {
  const file = join(await mkdtemp(join(folder, 'k-')), 'config');
  const config = {
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'here',
  };
  await writeFile(file, stringify(config));
  return { kind: 'kubeconfig', files: [file], context: undefined };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}
