/** A registry as the OCI distribution specification 1.1 describes it; what a client asks otherwise is a violation. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Answer } from './remote-bed.ts';

export interface Registry {
  /** What it has, to be changed by a test: manifests by name, then by tag and digest; blobs by digest. */
  readonly manifests: Record<string, Record<string, string>>;
  readonly blobs: Record<string, Buffer>;
  readonly violations: readonly string[];
  readonly answer: Answer;
  push(name: string, tag: string, archive: Buffer): { readonly manifest: string; readonly layer: string };
}

export interface RegistrySettings {
  /** `token` is asked for at `realm`, for which `user:password` may be needed; Basic is shown to the registry itself. */
  readonly auth?:
    | { readonly kind: 'basic'; readonly pair: string }
    | { readonly kind: 'token'; readonly realm: () => string; readonly pair: string };
  /** Tags on one page. */
  readonly page?: number;
  /** Where blobs are really kept. */
  readonly blobsAt?: () => string;
}

const layerType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
const manifestType = 'application/vnd.oci.image.manifest.v1+json';
const namePattern = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/u;
const referencePattern = /^(?:\w[\w.-]{0,127}|sha256:[0-9a-f]{64})$/u;

export function sha256(content: Buffer | string): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

export function createRegistry(settings: RegistrySettings = {}): Registry {
  const manifests: Record<string, Record<string, string>> = {};
  const blobs: Record<string, Buffer> = {};
  const violations: string[] = [];

  function violated(response: ServerResponse, what: string): void {
    violations.push(what);
    fail(response, 400, 'UNSUPPORTED');
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://registry');
    if (url.pathname === '/token') token(url, request, response);
    else if (isLetIn(settings, request)) resource(url, request, response);
    else challenge(settings, request, response);
  }

  function resource(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const [, name = '', kind, reference = ''] =
      /^\/v2\/(.+)\/(manifests|blobs|tags)\/([^/]+)$/u.exec(decodeURIComponent(url.pathname)) ?? [];
    const isKnown = request.method === 'GET' && namePattern.test(name) && referencePattern.test(reference);
    if (!isKnown) violated(response, `${request.method ?? ''} ${url.pathname}`);
    else if (kind === 'tags') tags(name, url, response);
    else if (kind === 'manifests') manifest(name, reference, { request, response });
    else blob(reference, response);
  }

  function tags(name: string, url: URL, response: ServerResponse): void {
    const all = Object.keys(manifests[name] ?? {})
      .filter((tag) => !tag.startsWith('sha256:'))
      .sort();
    if (manifests[name] === undefined) return fail(response, 404, 'NAME_UNKNOWN');
    const most = Math.min(Number(url.searchParams.get('n') ?? 1000), settings.page ?? 1000);
    const last = url.searchParams.get('last');
    const rest = all.filter((tag) => last === null || tag > last);
    const page = rest.slice(0, most);
    const next = `</v2/${name}/tags/list?n=${most}&last=${page.at(-1) ?? ''}>; rel="next"`;
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(rest.length > most && { link: next }),
    });
    response.end(JSON.stringify({ name, tags: page }));
  }

  function manifest(
    name: string,
    reference: string,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): void {
    if (!(request.headers.accept ?? '').includes(manifestType)) {
      violated(response, 'a manifest without Accept');
      return;
    }
    const content = manifests[name]?.[reference];
    if (content === undefined) return fail(response, 404, 'MANIFEST_UNKNOWN');
    response.writeHead(200, { 'content-type': manifestType, 'docker-content-digest': sha256(content) });
    response.end(content);
  }

  function blob(digest: string, response: ServerResponse): void {
    const content = blobs[digest];
    if (content === undefined) return fail(response, 404, 'BLOB_UNKNOWN');
    if (settings.blobsAt === undefined)
      response.writeHead(200, { 'docker-content-digest': digest }).end(content);
    else response.writeHead(307, { location: `${settings.blobsAt()}/${digest}?signature=hunter22` }).end();
  }

  function token(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const { auth } = settings;
    if (auth?.kind !== 'token') return violated(response, 'a token of a registry that has none');
    const scope = url.searchParams.get('scope') ?? '';
    if (url.searchParams.get('service') !== 'stand-in' || !/^repository:[^:]+:pull$/u.test(scope)) {
      return violated(response, `a token for ${url.search}`);
    }
    if (request.headers.authorization !== basic(auth.pair)) return fail(response, 401, 'DENIED');
    response.writeHead(200, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ token: tokenFor(scope) }));
  }

  return {
    manifests,
    blobs,
    violations,
    answer,
    push: (name, tag, archive) => {
      const layer = sha256(archive);
      const content = JSON.stringify({
        schemaVersion: 2,
        mediaType: manifestType,
        config: { mediaType: 'application/vnd.cncf.helm.config.v1+json', digest: sha256('{}'), size: 2 },
        layers: [
          { mediaType: 'application/vnd.cncf.helm.chart.provenance.v1.prov', digest: sha256('x'), size: 1 },
          { mediaType: layerType, digest: layer, size: archive.length },
        ],
      });
      blobs[layer] = archive;
      manifests[name] = { ...manifests[name], [tag]: content, [sha256(content)]: content };
      return { manifest: sha256(content), layer };
    },
  };
}

function isLetIn({ auth }: RegistrySettings, request: IncomingMessage): boolean {
  const shown = request.headers.authorization;
  if (auth === undefined) return true;
  if (auth.kind === 'basic') return shown === basic(auth.pair);
  const name = /^\/v2\/(.+)\/(?:manifests|blobs|tags)\//u.exec(request.url ?? '')?.[1] ?? '';
  return shown === `Bearer ${tokenFor(`repository:${name}:pull`)}`;
}

function challenge({ auth }: RegistrySettings, request: IncomingMessage, response: ServerResponse): void {
  const name = /^\/v2\/(.+)\/(?:manifests|blobs|tags)\//u.exec(request.url ?? '')?.[1] ?? '';
  const value =
    auth?.kind === 'token'
      ? `Bearer realm="${auth.realm()}",service="stand-in",scope="repository:${name}:pull,push"`
      : 'Basic realm="stand-in"';
  response.setHeader('www-authenticate', value);
  fail(response, 401, 'UNAUTHORIZED');
}

function tokenFor(scope: string): string {
  return `token-${createHash('sha256').update(scope).digest('hex')}`;
}

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errors: [{ code, message: 'it is so' }] }));
}
