/** An OpenAPI schema with prose, examples and `nullable` -> a plain JSON Schema, and the named schemas it reaches. */

export type JsonObject = { [key: string]: unknown };

const PROSE: ReadonlySet<string> = new Set(
  'description summary title example examples externalDocs deprecated default discriminator nullable readOnly'.split(
    ' ',
  ),
);
/** Keywords whose keys are names chosen by the API, not keywords. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** GitHub's own samples break these formats (`uri` on plain words), so they would only refuse good answers. */
const LOOSE_FORMATS: ReadonlySet<unknown> = new Set([
  'uri',
  'uri-template',
  'int64',
  'timestamp',
  'repo.nwo',
  'hostname',
]);

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** ajv refuses `nullable` beside `$ref` and the combiners, and JSON Schema does not know it. */
function withNull(schema: JsonObject): JsonObject {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'];
  const nullable = { ...schema, type: [schema['type'], 'null'] };
  return Array.isArray(values) && !values.includes(null)
    ? { ...nullable, enum: [...(values as unknown[]), null] }
    : nullable;
}

function isProse(keyword: string, value: unknown): boolean {
  if (keyword === 'format') return LOOSE_FORMATS.has(value);
  return PROSE.has(keyword) || keyword.startsWith('x-');
}

function trimmedKeyword(keyword: string, value: unknown): unknown {
  if (keyword === 'enum') return value;
  if (keyword === '$ref') return String(value).replace('/components', '');
  if (!NAMED.has(keyword) || !isObject(value)) return trimmed(value);
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, trimmed(schema)]));
}

export function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed);
  if (!isObject(value)) return value;
  const kept = Object.entries(value)
    .filter(([keyword, child]) => !isProse(keyword, child))
    .map(([keyword, child]) => [keyword, trimmedKeyword(keyword, child)] as const);
  const schema: JsonObject = Object.fromEntries(kept);
  return value['nullable'] === true ? withNull(schema) : schema;
}

/** The trimmed `application/json` schema of a request body or a response, if it has one. */
export function schemaOf(holder: JsonObject): unknown {
  const content = isObject(holder['content']) ? holder['content'] : {};
  const json = content['application/json'];
  return isObject(json) ? trimmed(json['schema']) : undefined;
}

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (!isObject(value)) return [];
  const own = typeof value['$ref'] === 'string' ? [value['$ref'].replace('#/schemas/', '')] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

export function reachable(document: unknown, from: unknown): JsonObject {
  const components = isObject(document) && isObject(document['components']) ? document['components'] : {};
  const all = isObject(components['schemas']) ? components['schemas'] : {};
  const found: JsonObject = {};
  const queue = references(from);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (name in found) continue;
    found[name] = trimmed(all[name]);
    queue.push(...references(found[name]));
  }
  return found;
}
