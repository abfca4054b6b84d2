/** A cluster's OpenAPI v3 -> the keys by which the items of a list are the same item (facts/kubernetes.md §1.9). */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { GroupVersionKind } from './catalog.ts';
import { inParallel } from './in-parallel.ts';
import type { Session } from './session.ts';

/**
 * `path` is the list's, of field names and without positions: `['spec', 'template', 'spec', 'containers']`.
 * Undefined for what is no list with keys: an atomic list, a set, an unknown field, a kind that was not loaded.
 */
export type MergeKeys = (of: GroupVersionKind, path: readonly string[]) => readonly string[] | undefined;

/** Documents are named by their hash, so one is the same in every review and cluster. */
export class OpenApiCache {
  readonly #byUrl = new Map<string, JsonObject>();

  get(url: string): JsonObject | undefined {
    return this.#byUrl.get(url);
  }

  set(url: string, document: JsonObject): void {
    if (this.#byUrl.size >= mostDocuments) this.#byUrl.delete(this.#byUrl.keys().next().value ?? '');
    this.#byUrl.set(url, document);
  }
}

const mostDocuments = 200;

/** Fetches the documents of these kinds' group versions; what cannot be had has no keys. */
export async function loadMergeKeys(
  session: Session,
  kinds: readonly GroupVersionKind[],
  cache: OpenApiCache,
): Promise<MergeKeys> {
  const urls = await urlsOf(session);
  const wanted = new Set(kinds.map(documentName));
  const schemas = new Map<string, Schemas>();
  await inParallel([...wanted], session.width, async (name) => {
    const url = urls.get(name);
    const document = url === undefined ? undefined : await documentAt(session, url, cache);
    if (document !== undefined) schemas.set(name, schemasOf(document));
  });
  return (of, path) => {
    const known = schemas.get(documentName(of));
    const root = known?.roots.get(`${of.group}/${of.version}/${of.kind}`);
    return known === undefined || root === undefined ? undefined : keysAt(known, root, path);
  };
}

function documentName({ group, version }: GroupVersionKind): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

async function urlsOf(session: Session): Promise<ReadonlyMap<string, string>> {
  const outcome = await session.cluster.document({ kind: 'openapi-index' }, session.signal);
  const paths = outcome.kind === 'reply' ? at(outcome.body, 'paths') : undefined;
  if (!isJsonObject(paths)) return new Map();
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
): Promise<JsonObject | undefined> {
  const cached = cache.get(url);
  if (cached !== undefined) return cached;
  const outcome = await session.cluster.document({ kind: 'openapi', url }, session.signal);
  const all = outcome.kind === 'reply' ? at(outcome.body, 'components', 'schemas') : undefined;
  if (!isJsonObject(all)) return undefined;
  cache.set(url, all);
  return all;
}

interface Schemas {
  readonly all: JsonObject;
  readonly roots: ReadonlyMap<string, Json>;
}

function schemasOf(all: JsonObject): Schemas {
  const roots = new Map<string, Json>();
  for (const schema of Object.values(all)) {
    const kinds = at(schema, 'x-kubernetes-group-version-kind');
    if (!isJsonArray(kinds)) continue;
    for (const kind of kinds) roots.set(nameOf(kind), schema);
  }
  return { all, roots };
}

function nameOf(kind: Json): string {
  const part = (key: string): string => {
    const text = at(kind, key);
    return typeof text === 'string' ? text : '';
  };
  return `${part('group')}/${part('version')}/${part('kind')}`;
}

function keysAt(schemas: Schemas, root: Json, path: readonly string[]): readonly string[] | undefined {
  let here: Json | undefined = root;
  for (const [index, field] of path.entries()) {
    const inside = index === 0 ? here : itemsOrSelf(schemas, here);
    here = fieldOf(schemas, inside, field);
  }
  return keysOf(here);
}

function fieldOf({ all }: Schemas, schema: Json | undefined, field: string): Json | undefined {
  const properties = at(schema, 'properties');
  if (isJsonObject(properties) && Object.hasOwn(properties, field)) return resolved(all, properties[field]);
  return resolved(all, at(schema, 'additionalProperties'));
}

function itemsOrSelf({ all }: Schemas, schema: Json | undefined): Json | undefined {
  const items = at(schema, 'items');
  return items === undefined ? schema : resolved(all, items);
}

/** A reference stands alone or in an `allOf` beside the field's own keywords, which come first. */
function resolved(all: JsonObject, schema: Json | undefined): Json | undefined {
  const reference = at(schema, '$ref') ?? at(schema, 'allOf', 0, '$ref');
  if (typeof reference !== 'string') return schema;
  const target = all[reference.slice(reference.lastIndexOf('/') + 1)];
  return isJsonObject(target) && isJsonObject(schema) ? { ...target, ...schema } : target;
}

function keysOf(schema: Json | undefined): readonly string[] | undefined {
  const type = at(schema, 'x-kubernetes-list-type');
  const keys = at(schema, 'x-kubernetes-list-map-keys');
  if (type === 'map' && isJsonArray(keys)) return keys.filter((key) => typeof key === 'string');
  const mergeKey = at(schema, 'x-kubernetes-patch-merge-key');
  return type === undefined && typeof mergeKey === 'string' ? [mergeKey] : undefined;
}
