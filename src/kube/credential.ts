/** A cluster's access -> server, TLS material and headers, renewed when the server rejects them. */
import { readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';

import { loadAccess, type ClusterAccess, type Loaded } from './access.ts';
import { ClusterError } from './cluster-error.ts';

export interface Credential {
  readonly server: URL;
  readonly proxy: string | undefined;
  readonly tls: Tls;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Tls {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly servername?: string;
  readonly rejectUnauthorized: boolean;
}

export interface CredentialOptions {
  readonly name: string;
  readonly access: ClusterAccess;
  /** A person may skip TLS verification by their own kubeconfig; the App refuses such a cluster. */
  readonly allowUnverifiedTls: boolean;
}

/** How long headers are used before tokens are looked up again. Exec plugins keep their own expiry. */
const freshForMs = 10_000;

export class Credentials {
  readonly #options: CredentialOptions;
  #loaded: Loaded;
  #current: { readonly at: number; readonly credential: Promise<Credential> } | undefined;

  private constructor(options: CredentialOptions, loaded: Loaded) {
    this.#options = options;
    this.#loaded = loaded;
  }

  /** Rejects with ClusterError. */
  static async load(options: CredentialOptions): Promise<Credentials> {
    return new Credentials(options, await loadChecked(options));
  }

  /** Rejects when a token file cannot be read or a credential plugin fails. */
  async get(): Promise<Credential> {
    const now = performance.now();
    if (this.#current === undefined || now - this.#current.at > freshForMs) {
      this.#current = { at: now, credential: this.#make() };
    }
    return await this.#current.credential;
  }

  /** Forgets what was rejected: files are read and plugins are run anew. Rejects with ClusterError. */
  async renew(rejected: Credential): Promise<void> {
    const current = this.#current;
    if ((await current?.credential) !== rejected || this.#current !== current) return;
    // Set before the files are read, so that all requests that were rejected wait for one renewal.
    this.#current = { at: performance.now(), credential: this.#remake() };
    await this.#current.credential;
  }

  async #remake(): Promise<Credential> {
    this.#loaded = await loadChecked(this.#options);
    return await this.#make();
  }

  async #make(): Promise<Credential> {
    const { config, tokenFile } = this.#loaded;
    const cluster = config.getCurrentCluster();
    if (cluster === null) throw new ClusterError(this.#options.name, 'the kubeconfig names no cluster');
    const options: RequestOptions & { servername?: string } = { headers: {} };
    await config.applyToHTTPSOptions(options);
    const headers: Record<string, string> = {};
    for (const [key, value] of Object.entries(options.headers ?? {})) headers[key] = String(value).trim();
    if (options.auth !== undefined && options.auth !== null) {
      headers['Authorization'] = `Basic ${Buffer.from(options.auth).toString('base64')}`;
    }
    if (tokenFile !== undefined)
      headers['Authorization'] = `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}`;
    return { server: new URL(cluster.server), proxy: cluster.proxyUrl, tls: tlsOf(options), headers };
  }
}

async function loadChecked({ name, access, allowUnverifiedTls }: CredentialOptions): Promise<Loaded> {
  const loaded = await loadAccess(name, access);
  const cluster = loaded.config.getCurrentCluster();
  const unverified = cluster?.skipTLSVerify === true || cluster?.server.startsWith('http:') === true;
  if (!unverified || allowUnverifiedTls) return loaded;
  throw new ClusterError(
    name,
    'its kubeconfig skips TLS verification; name its certificate authority instead',
  );
}

function tlsOf(options: RequestOptions & { servername?: string }): Tls {
  const { ca, cert, key, servername, rejectUnauthorized } = options;
  return {
    ...(isText(ca) && { ca }),
    ...(isText(cert) && { cert }),
    ...(isText(key) && { key }),
    ...(servername !== undefined && { servername }),
    // Said in any case: left out, an environment variable of Node could switch verification off.
    rejectUnauthorized: rejectUnauthorized ?? true,
  };
}

function isText(value: unknown): value is string | Buffer {
  return typeof value === 'string' || Buffer.isBuffer(value);
}
