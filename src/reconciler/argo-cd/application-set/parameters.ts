/** The parameters of one Application-to-be, as Go holds them: how they merge, flatten and print. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { error, made, type Outcome } from './side.ts';

export type Parameters = JsonObject;

/** What is a `map[string]string` in Go takes no other values, and functions that want a `map[string]any` refuse it. */
const textMaps = new WeakSet<JsonObject>();

export function textMap(entries: Readonly<Record<string, string>>): JsonObject {
  const map: JsonObject = { ...entries };
  textMaps.add(map);
  return map;
}

/** Paths to all text maps in a value, for the program that evaluates templates. */
export function textMapsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (isJsonArray(value)) return value.flatMap((item, index) => textMapsIn(item, [...path, String(index)]));
  if (!isJsonObject(value)) return [];
  if (textMaps.has(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) => textMapsIn(member, [...path, key]));
}

/** `over` wins, maps are merged to any depth, lists are not (mergo with override). */
export function overridden(below: Parameters, over: Parameters): Outcome<Parameters> {
  const merged = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(over)) {
    const was = merged.get(key);
    const inside = isJsonObject(was) && isJsonObject(value) ? overridden(was, value) : made(value);
    if (inside.kind !== 'made') return inside;
    if (textMaps.has(below) && !textMaps.has(over)) {
      return error(
        `two generators give the map with the key ${JSON.stringify(key)}, one of them with values that are no text`,
      );
    }
    merged.set(key, inside.value);
  }
  const value: JsonObject = Object.fromEntries(merged);
  if (textMaps.has(below)) textMaps.add(value);
  return made(value);
}

/** `{a: {b: [1]}}` -> `{'a.b.0': 1}`; empty maps and lists leave nothing. */
export function flattened(parameters: Parameters): ReadonlyMap<string, Json> {
  const flat = new Map<string, Json>();
  const visit = (value: Json, prefix: string): void => {
    const members = isJsonArray(value) || isJsonObject(value) ? Object.entries(value) : undefined;
    if (members === undefined) flat.set(prefix, value);
    else for (const [key, member] of members) visit(member, prefix === '' ? key : `${prefix}.${key}`);
  };
  for (const [key, value] of Object.entries(parameters)) visit(value, key);
  return flat;
}

/** As Go's `%v` prints what came out of JSON. */
export function printed(value: Json): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return printedNumber(value);
  if (typeof value === 'object') return printedMany(value);
  return String(value);
}

function printedMany(value: readonly Json[] | JsonObject): string {
  if (isJsonArray(value)) return `[${value.map(printed).join(' ')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([key, member]) => `${key}:${printed(member)}`).join(' ')}]`;
}

/** All numbers are doubles there, with an exponent from a million on, or below 0.0001 (strconv, `%g`). */
function printedNumber(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return Object.is(value, -0) ? '-0' : String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

/** What Kubernetes takes as a name, made of any text. */
export function sanitized(name: string): string {
  const clean = name
    .toLowerCase()
    .replaceAll(/[^-a-z0-9.]/gu, '-')
    .slice(0, 253);
  return clean.replaceAll(/^[-.]+|[-.]+$/g, '');
}
