/**
 * An object and the structural schema of its kind -> what a server would say against it: types, required and unknown
 * fields, enums, bounds of length and number. Patterns (a hostile one may never end), CEL rules and formats are left out.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';

/** One sentence an error, such as `spec.size: Required value`. */
export function schemaErrors(object: JsonObject, schema: JsonObject): readonly string[] {
  const errors: string[] = [];
  checkObject({ value: object, schema, path: '' }, errors, true);
  return errors;
}

interface Place {
  readonly value: Json;
  readonly schema: JsonObject;
  readonly path: string;
}

function check(place: Place, errors: string[]): void {
  const { value, schema, path } = place;
  if (value === null && schema['nullable'] === true) return;
  const wanted = schema['type'];
  if (typeof wanted === 'string' && !hasType(value, wanted) && !isIntOrString(value, schema)) {
    errors.push(`${path}: Invalid value: must be of type ${wanted}, not ${typeOf(value)}`);
    return;
  }
  checkScalar(place, errors);
  if (isJsonArray(value)) {
    const items = schema['items'];
    if (isJsonObject(items)) {
      for (const [index, item] of value.entries())
        check({ value: item, schema: items, path: `${path}[${index}]` }, errors);
    }
  } else if (isJsonObject(value))
    checkObject({ ...place, value }, errors, schema['x-kubernetes-embedded-resource'] === true);
}

/** apiVersion, kind and metadata of a resource are the server's own and not the schema's. */
function checkObject(
  place: Place & { readonly value: JsonObject },
  errors: string[],
  isResource: boolean,
): void {
  const { value, schema, path } = place;
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  for (const key of stringsOf(schema['required'])) {
    if (!Object.hasOwn(value, key)) errors.push(`${at(key)}: Required value`);
  }
  for (const [key, field] of Object.entries(value)) {
    if (isResource && resourceFields.has(key)) continue;
    const own = fieldSchema(schema, key);
    if (own === undefined) errors.push(`${at(key)}: field not declared in schema`);
    else check({ value: field, schema: own, path: at(key) }, errors);
  }
}

/** Undefined where the schema does not know the field; an empty schema allows everything. */
function fieldSchema(schema: JsonObject, key: string): JsonObject | undefined {
  const properties = schema['properties'];
  const isNamed = isJsonObject(properties) && Object.hasOwn(properties, key);
  const own = isNamed ? properties[key] : schema['additionalProperties'];
  if (isJsonObject(own)) return own;
  return own === true || schema['x-kubernetes-preserve-unknown-fields'] === true ? anything : undefined;
}

const anything: JsonObject = { 'x-kubernetes-preserve-unknown-fields': true };

const resourceFields = new Set(['apiVersion', 'kind', 'metadata']);

function checkScalar({ value, schema, path }: Place, errors: string[]): void {
  const allowed = schema['enum'];
  if (isJsonArray(allowed) && !allowed.includes(value)) errors.push(`${path}: Unsupported value`);
  if (typeof value === 'string') checkBounds(value.length, schema, ['minLength', 'maxLength']).forEach(say);
  if (typeof value === 'number') checkBounds(value, schema, ['minimum', 'maximum']).forEach(say);
  function say(problem: string): void {
    errors.push(`${path}: Invalid value: ${problem}`);
  }
}

function checkBounds(size: number, schema: JsonObject, keys: readonly [string, string]): readonly string[] {
  const [low, high] = keys.map((key) => schema[key]);
  const problems: string[] = [];
  if (typeof low === 'number' && size < low) problems.push(`below the minimum of ${low}`);
  if (typeof high === 'number' && size > high) problems.push(`above the maximum of ${high}`);
  return problems;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (isJsonArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function hasType(value: Json, wanted: string): boolean {
  const is = typeOf(value);
  return is === wanted || (wanted === 'number' && is === 'integer');
}

function isIntOrString(value: Json, schema: JsonObject): boolean {
  return (
    schema['x-kubernetes-int-or-string'] === true && (typeof value === 'string' || typeof value === 'number')
  );
}

function stringsOf(value: Json | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
