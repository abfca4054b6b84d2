/**
 * A value that two renders of the same source made differently -> one steady value: what differs is replaced.
 * So base and head differ only where their sources do, and a digest is the same each time.
 */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../object/canonical.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';

export interface Steady {
  readonly value: Json;
  /** Of what was replaced: `.data.password`. */
  readonly paths: readonly string[];
}

export interface Versions {
  readonly first: Json;
  readonly second: Json;
  /** What the replacement is made from besides the path. */
  readonly seed: string;
}

export function steadied(versions: Versions, path = ''): Steady {
  const { first, second, seed } = versions;
  if (canonicalJson(first) === canonicalJson(second)) return { value: first, paths: [] };
  if (isJsonArray(first) && isJsonArray(second) && first.length === second.length) {
    const items = first.map((item, index) =>
      steadied({ first: item, second: second[index] ?? null, seed }, `${path}[${String(index)}]`),
    );
    return { value: items.map(({ value }) => value), paths: items.flatMap(({ paths }) => paths) };
  }
  if (isJsonObject(first) && isJsonObject(second) && sameKeys(first, second)) {
    return steadiedMap(first, second, { seed, path });
  }
  return { value: steadyLeaf(versions, path), paths: [path] };
}

interface Where {
  readonly seed: string;
  readonly path: string;
}

function steadiedMap(first: JsonObject, second: JsonObject, { seed, path }: Where): Steady {
  const members = Object.entries(first).map(([key, member]) => {
    const steady = steadied({ first: member, second: second[key] ?? null, seed }, `${path}.${key}`);
    return [key, steady] as const;
  });
  return {
    value: Object.fromEntries(members.map(([key, { value }]) => [key, value])),
    paths: members.flatMap(([, { paths }]) => paths),
  };
}

function steadyLeaf({ first, second, seed }: Versions, path: string): Json {
  if (typeof first === 'string' && typeof second === 'string')
    return steadyText(first, second, `${seed}\n${path}`);
  return typeof first === 'number' ? 1 : first;
}

function sameKeys(first: JsonObject, second: JsonObject): boolean {
  const keys = Object.keys(first);
  return keys.length === Object.keys(second).length && keys.every((key) => Object.hasOwn(second, key));
}

const base64 = /^[A-Za-z0-9+/]{8,}={0,2}$/u;

/** Word by word where both have as many; what both say stays. */
function steadyText(first: string, second: string, seed: string): string {
  if (base64.test(first) && base64.test(second) && first.length % 4 === 0) {
    const padding = first.slice(first.indexOf('=') < 0 ? first.length : first.indexOf('='));
    return `${replacement(first.length - padding.length, `${seed}\n0`)}${padding}`;
  }
  const others = second.match(/[A-Za-z0-9]+/gu) ?? [];
  if ((first.match(/[A-Za-z0-9]+/gu) ?? []).length !== others.length) return replacement(8, seed);
  let index = -1;
  return first.replaceAll(/[A-Za-z0-9]+/gu, (word) => {
    index += 1;
    if (word === others[index]) return word;
    const made = replacement(word.length, `${seed}\n${String(index)}`);
    return /^\d+$/u.test(word) ? made.replaceAll(/[a-f]/gu, '1') : made;
  });
}

/** Long random values (keys, certificates) vary in length by some bytes. */
const block = 64;

/** Lower-case hexadecimal digits, a letter first: good in a name, in base64 and in a checksum. */
function replacement(length: number, seed: string): string {
  const wanted = length > block ? length - (length % block) : length;
  let text = 'a';
  for (let round = 0; text.length < wanted; round += 1) {
    text += createHash('sha256')
      .update(`${seed}\n${String(round)}`)
      .digest('hex');
  }
  return text.slice(0, wanted);
}
