/** The environment and the operator's file -> the adapters that reviews in this process share. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import packageFile from '../package.json' with { type: 'json' };
import type { Environment } from './config/environment.ts';
import type { ClusterConfig, OperatorConfig } from './config/operator.ts';
import { defaultOperatorConfig, parseOperatorConfig } from './config/operator.ts';
import type { RemoteHostConfig } from './config/remote-host.ts';
import { ConfigError } from './config/config-error.ts';
import { readRemoteHosts } from './http/remote-hosts.ts';
import { openWeb } from './http/web.ts';
import { podFolder } from './kube/access.ts';
import type { ClusterAccess } from './kube/access.ts';
import { openCluster } from './kube/cluster.ts';
import { wallClock } from './kube/wall-clock.ts';
import { GuardWatch } from './live/guard.ts';
import { OpenApiCache } from './live/open-api.ts';
import type { Mask } from './object/masked.ts';
import { createGit } from './process/git.ts';
import { argoCd } from './reconciler/argo-cd/argo-cd.ts';
import type { Reconciler } from './reconciler/contract.ts';
import { fleet } from './reconciler/fleet/fleet.ts';
import { flux } from './reconciler/flux/flux.ts';
import { plain } from './reconciler/plain/plain.ts';
import type { GitSettings } from './process/git-environment.ts';
import { openRunner } from './process/run.ts';
import type { Runner } from './process/run.ts';
import { createCache } from './render/cache.ts';
import { createTemplates } from './render/go-templates.ts';
import { createManifestReader } from './render/manifest-reader.ts';
import type { Renderers } from './render/render-unit.ts';
import type { FingerprintKey } from './risk/fingerprint.ts';
import type { UsableCluster, World } from './review/world.ts';
import type { Git } from './source/git.ts';
import type { FetchRemote } from './source/remote.ts';
import { createRemotes } from './source/remote/remotes.ts';

export interface Adapters {
  readonly git: Git;
  readonly runner: Runner;
  /** For one review, whose programs end when `stop` aborts. */
  renderers(mask: Mask, stop: AbortSignal): Renderers;
  /** For one review. */
  reconcilers(of: Pick<World, 'mask' | 'stop' | 'installations' | 'clusters'>): readonly Reconciler[];
  /** For one review: what its repository may fetch from outside. */
  remotes(hosts: readonly RemoteHostConfig[], of: Pick<World, 'mask' | 'stop'>): Promise<FetchRemote>;
  close(): Promise<void>;
}

/** Both sides of a repository of several hundred units; in memory it is a few times as much. */
const charactersInMemory = 64_000_000;
const shortestKey = 32;

/** Rejects with ConfigError. */
export async function openAdapters(
  environment: Environment,
  protocols: GitSettings['protocols'],
): Promise<Adapters> {
  const home = await writableFolder(environment.cache, 'git-home');
  const runner = await openRunner({ programs: environment.programs });
  const web = openWeb();
  const remotesFolder = join(environment.cache, 'remotes');
  const cache = createCache({
    directory: join(environment.cache, 'renders'),
    characters: charactersInMemory,
  });
  return {
    git: createGit({ path: environment.path, home, protocols, extra: environment.forGit }),
    runner,
    renderers: (mask, stop) => ({
      run: runner.until(stop),
      cache,
      mask,
      read: createManifestReader(),
      version: packageFile.version,
    }),
    reconcilers: ({ mask, stop, installations, clusters }) => [
      argoCd({
        templates: createTemplates(runner.until(stop)),
        installations,
        mask,
        now: () => Date.now(),
      }),
      flux({
        clusters: clusters.map(({ config }) => config),
        installations,
        mask,
        now: () => Date.now(),
      }),
      fleet({
        clusters: clusters.map(({ config }) => config),
        mask,
        now: () => Date.now(),
        templates: createTemplates(runner.until(stop)),
      }),
      plain,
    ],
    remotes: async (hosts, { mask, stop }) =>
      createRemotes({
        hosts: await readRemoteHosts(hosts),
        folder: remotesFolder,
        mask,
        git: createGit({
          path: environment.path,
          home,
          protocols: ['https', 'http'],
          extra: environment.forGit,
        }),
        web,
        clock: wallClock,
        signal: stop,
      }),
    close: async () => {
      await Promise.all([runner.close(), web.close()]);
    },
  };
}

async function writableFolder(cache: string, name: string): Promise<string> {
  const folder = join(cache, name);
  try {
    await mkdir(folder, { recursive: true });
    for (const each of [cache, folder]) accessSync(each, constants.W_OK);
    return folder;
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
    const words = `must be a directory that can be written, and ${cache} is none (${why})`;
    throw new ConfigError('environment', [{ line: undefined, field: 'PROOFLINE_CACHE', words }], { cause });
  }
}

/** Throws ConfigError. */
export function readOperatorConfig(file: string | undefined): OperatorConfig {
  if (file === undefined) return defaultOperatorConfig;
  return parseOperatorConfig({ file, content: readBytes(file) });
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new ConfigError(file, [{ line: undefined, field: '', words: 'cannot be read' }], { cause });
  }
}

/** Throws ConfigError. */
export function readFingerprintKey({ fingerprintKeyFile: file }: OperatorConfig): FingerprintKey {
  if (file === undefined) return { kind: 'public' };
  const bytes = readBytes(file);
  if (bytes.length >= shortestKey) return { kind: 'secret', bytes };
  const words = `has ${bytes.length} bytes, and a key needs ${shortestKey} or more`;
  throw new ConfigError(file, [{ line: undefined, field: '', words }]);
}

export interface OpenedCluster extends UsableCluster {
  close(): Promise<void>;
}

/** Rejects with ClusterError, or with ConfigError when it is to be reached from a Pod and this is none. */
export async function openOperatorCluster(
  config: ClusterConfig,
  environment: Environment,
): Promise<OpenedCluster> {
  return openUsable(config, accessOf(config, environment), {
    allowUnverifiedTls: false,
    unguarded: config.allowUnguarded ? 'allow' : 'refuse',
  });
}

/** Rejects with ClusterError. */
export async function openUsable(
  config: ClusterConfig,
  access: ClusterAccess,
  trust: { readonly allowUnverifiedTls: boolean; readonly unguarded: UsableCluster['unguarded'] },
): Promise<OpenedCluster> {
  const cluster = await openCluster({
    name: config.name,
    access,
    allowUnverifiedTls: trust.allowUnverifiedTls,
    clock: wallClock,
    inFlight: config.concurrency,
  });
  return {
    config,
    cluster,
    guard: new GuardWatch(cluster, wallClock),
    unguarded: trust.unguarded,
    schemas: new OpenApiCache(),
    close: () => cluster.close(),
  };
}

function accessOf({ name, reach }: ClusterConfig, { pod }: Environment): ClusterAccess {
  if ('kubeconfig' in reach) return { kind: 'kubeconfig', files: [reach.kubeconfig], context: reach.context };
  if (pod === undefined) {
    const words = 'says inCluster: true, but this process does not run in a Pod';
    throw new ConfigError('PROOFLINE_CONFIG', [{ line: undefined, field: `cluster ${name}`, words }]);
  }
  return { kind: 'in-cluster', ...pod, folder: podFolder };
}
