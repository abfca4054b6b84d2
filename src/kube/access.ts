/** How a cluster is reached -> a kubeconfig as client-node reads it, with what it overlooks put right (facts/kubernetes.md §4.1). */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

import type { KubeConfig, User } from '@kubernetes/client-node';
import { parse } from 'yaml';

import { at, isJsonArray, type Json } from '../object/json.ts';
import { ClusterError } from './cluster-error.ts';

export type ClusterAccess =
  /** The first of the files wins where two name the same thing; without a context, the current one. */
  | { readonly kind: 'kubeconfig'; readonly files: readonly string[]; readonly context: string | undefined }
  /** Host and port of the API server as a Pod's environment gives them; `folder` holds `token` and `ca.crt`. */
  | { readonly kind: 'in-cluster'; readonly host: string; readonly port: string; readonly folder: string };

export const podFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

export interface Loaded {
  readonly config: KubeConfig;
  /** A file whose trimmed content is the bearer token. */
  readonly tokenFile: string | undefined;
}

/** The name of the context that is meant; a cluster that has no other name is called by it. Rejects with ClusterError. */
export async function currentContext(
  access: Extract<ClusterAccess, { kind: 'kubeconfig' }>,
): Promise<string> {
  if (access.context !== undefined) return access.context;
  return (await loadAccess('of the current context', access)).config.getCurrentContext();
}

/** Reads the files anew at each call, so that a rotated credential is seen. Rejects with ClusterError naming the cluster. */
export async function loadAccess(name: string, access: ClusterAccess): Promise<Loaded> {
  if (access.kind === 'in-cluster') return loadInCluster(access);
  const context = access.context;
  const merged = await emptyConfig();
  const tokenFiles = new Map<string, string>();
  for (const file of access.files) await readInto(merged, tokenFiles, { name, file });
  if (context !== undefined) merged.setCurrentContext(context);
  const current = merged.getContextObject(merged.getCurrentContext());
  const user = merged.getCurrentUser();
  if (current === null || merged.getCurrentCluster() === null || user === null) {
    const known = merged.getContexts().map((each) => each.name);
    const wanted = context ?? merged.getCurrentContext();
    throw new ClusterError(
      name,
      `the kubeconfig has no usable context "${wanted}"; it has ${known.length === 0 ? 'none' : known.join(', ')}`,
    );
  }
  return { config: merged, tokenFile: tokenFiles.get(user.name) };
}

/** Its package is most of what there is to load, and most commands open no cluster. */
async function emptyConfig(): Promise<KubeConfig> {
  const clientNode = await import('@kubernetes/client-node');
  return new clientNode.KubeConfig();
}

async function loadInCluster(access: Extract<ClusterAccess, { kind: 'in-cluster' }>): Promise<Loaded> {
  const host = access.host.includes(':') ? `[${access.host}]` : access.host;
  const config = await emptyConfig();
  config.loadFromClusterAndUser(
    {
      name: 'in-cluster',
      server: `https://${host}:${access.port}`,
      caFile: join(access.folder, 'ca.crt'),
      skipTLSVerify: false,
    },
    { name: 'in-cluster' },
  );
  return { config, tokenFile: join(access.folder, 'token') };
}

interface From {
  readonly name: string;
  readonly file: string;
}

/** The first file that names a thing wins, as in kubectl; client-node's mergeConfig would throw on the second. */
async function readInto(merged: KubeConfig, tokenFiles: Map<string, string>, from: From): Promise<void> {
  const folder = dirname(resolve(from.file));
  const { config, text } = await readOne(from);
  config.makePathsAbsolute(folder);
  for (const cluster of config.getClusters()) {
    if (merged.getCluster(cluster.name) === null) merged.addCluster(cluster);
  }
  for (const context of config.getContexts()) {
    if (merged.getContextObject(context.name) === null) merged.addContext(context);
  }
  for (const user of config.getUsers()) {
    if (merged.getUser(user.name) !== null) continue;
    merged.addUser(withExec(user, folder));
    const tokenFile = tokenFileOf(text, user.name);
    if (tokenFile !== undefined) tokenFiles.set(user.name, resolve(folder, tokenFile));
  }
  if (!merged.getCurrentContext()) merged.setCurrentContext(config.getCurrentContext());
}

async function readOne(from: From): Promise<{ readonly config: KubeConfig; readonly text: string }> {
  const config = await emptyConfig();
  try {
    const text = readFileSync(from.file, 'utf8');
    config.loadFromString(text);
    return { config, text };
  } catch (cause) {
    throw new ClusterError(from.name, `the kubeconfig ${from.file} cannot be read`, cause);
  }
}

/** client-node reads `token-file`; the kubeconfig format says `tokenFile`. */
function tokenFileOf(text: string, user: string): string | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kubeconfig is YAML of plain JSON types
  const users = at(parse(text) as Json, 'users');
  const found = isJsonArray(users) ? users.find((each) => at(each, 'name') === user) : undefined;
  const file = at(found, 'user', 'tokenFile');
  return typeof file === 'string' ? file : undefined;
}

/** Plugins ask for KUBERNETES_EXEC_INFO, and a path in `command` is relative to its kubeconfig; client-node does neither. */
function withExec(user: User, folder: string): User {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- client-node types it as any
  const exec = user.exec as ExecPlugin | null | undefined;
  if (exec === null || exec === undefined) return user;
  const info = {
    apiVersion: exec.apiVersion ?? 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    spec: { interactive: false },
  };
  const command = exec.command ?? '';
  return {
    ...user,
    exec: {
      ...exec,
      command: command.includes('/') && !isAbsolute(command) ? join(folder, command) : command,
      env: [...(exec.env ?? []), { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(info) }],
    },
  };
}

interface ExecPlugin {
  readonly apiVersion?: string;
  readonly command?: string;
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null;
}
