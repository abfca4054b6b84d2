/** A cluster's OpenAPI v3 -> the schemas of its kinds, as far as they could be had. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { GroupVersionKind } from './catalog.ts';
import { inParallel } from './in-parallel.ts';
import type { Session } from './session.ts';

export interface OpenApiDocument {
  readonly all: JsonObject;
  /** The schema of a kind, by `kindName`. */
  readonly roots: ReadonlyMap<string, Json>;
  /** Kinds whose PATCH takes a strategic merge patch, by `kindName`. */
  readonly strategic: ReadonlySet<string>;
}

/** Documents are named by their hash, so one is the same in every review and cluster. */
export class OpenApiCache {
  readonly #byUrl = new Map<string, OpenApiDocument>();

  get(url: string): OpenApiDocument | undefined {
    return this.#byUrl.get(url);
  }

  set(url: string, document: OpenApiDocument): void {
    if (this.#byUrl.size >= mostDocuments) this.#byUrl.delete(this.#byUrl.keys().next().value ?? '');
    this.#byUrl.set(url, document);
  }
}

const mostDocuments = 200;

export type Described =
  | { readonly kind: 'read'; readonly document: OpenApiDocument }
  /** The server says that it does not serve the group's version. */
  | { readonly kind: 'not-served' }
  /** Forbidden, late, or not asked for. */
  | { readonly kind: 'not-read' };

export type OpenApi = (of: GroupVersionKind) => Described;

/** Fetches the documents of these kinds' group versions. */
export async function loadOpenApi(
  session: Session,
  kinds: readonly GroupVersionKind[],
  cache: OpenApiCache,
): Promise<OpenApi> {
  const urls = await urlsOf(session);
  const wanted = new Set(kinds.map(documentName));
  const described = new Map<string, Described>();
  await inParallel([...wanted], session.width, async (name) => {
    described.set(name, await describe(session, cache, { name, urls }));
  });
  return (of) => described.get(documentName(of)) ?? { kind: 'not-read' };
}

interface Wanted {
  readonly name: string;
  readonly urls: ReadonlyMap<string, string> | undefined;
}

async function describe(session: Session, cache: OpenApiCache, { name, urls }: Wanted): Promise<Described> {
  if (urls === undefined) return { kind: 'not-read' };
  const url = urls.get(name);
  if (url === undefined) return { kind: 'not-served' };
  const document = await documentAt(session, url, cache);
  return document === undefined ? { kind: 'not-read' } : { kind: 'read', document };
}

function documentName({ group, version }: GroupVersionKind): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

async function urlsOf(session: Session): Promise<ReadonlyMap<string, string> | undefined> {
  const outcome = await session.cluster.document({ kind: 'openapi-index' }, session.signal);
  const paths = outcome.kind === 'reply' ? at(outcome.body, 'paths') : undefined;
  if (!isJsonObject(paths)) return undefined;
  return new Map(
    Object.entries(paths).flatMap(([name, entry]) => {
      const url = at(entry, 'serverRelativeURL');
      return typeof url === 'string' && url.startsWith('/openapi/v3/') ? [[name, url] as const] : [];
    }),
  );
}

async function documentAt(
  session: Session,
  url: string,
  cache: OpenApiCache,
): Promise<OpenApiDocument | undefined> {
  const cached = cache.get(url);
  if (cached !== undefined) return cached;
  const outcome = await session.cluster.document({ kind: 'openapi', url }, session.signal);
  const all = outcome.kind === 'reply' ? at(outcome.body, 'components', 'schemas') : undefined;
  if (outcome.kind !== 'reply' || !isJsonObject(all)) return undefined;
  const document = { all, roots: rootsOf(all), strategic: strategicOf(at(outcome.body, 'paths')) };
  cache.set(url, document);
  return document;
}

const ofKind = 'x-kubernetes-group-version-kind';

function rootsOf(all: JsonObject): ReadonlyMap<string, Json> {
  const roots = new Map<string, Json>();
  for (const schema of Object.values(all)) {
    const kinds = at(schema, ofKind);
    if (!isJsonArray(kinds)) continue;
    for (const kind of kinds) roots.set(nameOf(kind), schema);
  }
  return roots;
}

const strategicMerge = 'application/strategic-merge-patch+json';

function strategicOf(paths: Json | undefined): ReadonlySet<string> {
  const patches = isJsonObject(paths) ? Object.values(paths).map((path) => at(path, 'patch')) : [];
  return new Set(
    patches.flatMap((patch) => {
      const kind = at(patch, ofKind);
      const isTaken = at(patch, 'requestBody', 'content', strategicMerge) !== undefined;
      return isTaken && kind !== undefined ? [nameOf(kind)] : [];
    }),
  );
}

export function kindName({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}

function nameOf(kind: Json): string {
  const part = (key: string): string => {
    const text = at(kind, key);
    return typeof text === 'string' ? text : '';
  };
  return kindName({ group: part('group'), version: part('version'), kind: part('kind') });
}

/** A reference stands alone or in an `allOf` beside the field's own keywords, which come first. */
export function resolved(all: JsonObject, schema: Json | undefined): Json | undefined {
  const reference = at(schema, '$ref') ?? at(schema, 'allOf', 0, '$ref');
  if (typeof reference !== 'string') return schema;
  const target = all[reference.slice(reference.lastIndexOf('/') + 1)];
  return isJsonObject(target) && isJsonObject(schema) ? { ...target, ...schema } : target;
}
