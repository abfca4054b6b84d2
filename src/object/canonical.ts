/** JSON values -> one canonical text; the objects of a render -> its manifest set digest. */
import { createHash } from 'node:crypto';
import { compareIdentities, identityOf } from './identity.ts';
import type { Json } from './json.ts';
import { isJsonArray } from './json.ts';
import type { KubeObject } from './kube-object.ts';

/** Keys sorted by code point, no white space; two values have the same text exactly when they are equal. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/** The manifest set digest, `sha256:` and 64 hexadecimal digits; the order of the objects does not matter. */
export function digestOf(objects: readonly KubeObject[]): string {
  const members = objects.map((object) => ({ identity: identityOf(object), text: canonicalJson(object) }));
  members.sort((a, b) => compareIdentities(a.identity, b.identity) || compareText(a.text, b.text));
  const hash = createHash('sha256').update('[');
  for (const [index, member] of members.entries()) hash.update(index === 0 ? member.text : `,${member.text}`);
  return `sha256:${hash.update(']').digest('hex')}`;
}

/** Order by code point: JavaScript's own order is by UTF-16 unit, which differs above U+FFFF. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shorter = Math.min(a.length, b.length);
  let index = 0;
  while (index < shorter && a.charCodeAt(index) === b.charCodeAt(index)) index += 1;
  if (index === shorter) return a.length - b.length;
  return rank(a.charCodeAt(index)) - rank(b.charCodeAt(index));
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
