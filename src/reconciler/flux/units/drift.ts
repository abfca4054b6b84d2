/** A unit that Git declares, and the live one -> that they differ before anything is merged. */
import { canonicalJson } from '../../../object/canonical.ts';
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Origin } from '../../../source/origin.ts';
import type { Remark } from '../../declarations.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

export function driftOf(
  { unit, before, after, mask }: Change,
  origin: Origin | undefined,
): readonly Remark[] {
  if (after.live === null || after.declaredIn === 'cluster') return [];
  const declared = (before ?? after).declared.spec;
  const { spec } = after.live;
  const lost = lostFrom(declared, spec);
  const added = Object.keys(spec).filter(
    (key) => !Object.hasOwn(declared, key) && !isDefault(key, spec[key]),
  );
  const fields = [...new Set([...lost, ...added])].sort();
  if (fields.length === 0) return [];
  // Anybody can declare its name; what another repository's holds is not told.
  const isTold = origin === undefined || after.source.kind === 'own' || unit.declaredBy !== undefined;
  const named = isTold
    ? joined(
        fields.map((field) => mask.text(field)),
        ', ',
      )
    : words`fields that are not shown, since its source is not this repository`;
  const kind = kindOf(after);
  return [
    remark(unit, {
      about: 'declaration-drift',
      severity: 'warn',
      title: words`The live ${kind} differs from Git`,
      detail: words`In the home cluster its spec differs from what base declares in ${named}. ${lost.length === 0 ? words`Git does not state that, so it stays when the declaration is applied again.` : words`Until something applies the declaration, Flux follows the live one.`}`,
      advice: words`Take the difference into Git, or let what applies this declaration put it back before the merge.`,
      restsOn: { fields, live: fields.map((field) => spec[field.split('.')[0] ?? ''] ?? null) },
    }),
  ];
}

/** What the API server adds, or a person writes that changes nothing. */
const defaults = new Map<string, Json>([
  ['force', false],
  ['suspend', false],
  ['wait', false],
]);

function isDefault(key: string, value: Json | undefined): boolean {
  // That somebody suspended it is said by itself.
  return key === 'suspend' || (value !== undefined && defaults.get(key) === value);
}

/** Fields that Git states, and the live object has not, or otherwise: two names deep. */
function lostFrom(declared: JsonObject, live: JsonObject, depth = 2): readonly string[] {
  return Object.entries(declared).flatMap(([key, value]) => {
    const there = live[key];
    if (holds(value, there)) return [];
    if (depth > 1 && isJsonObject(value) && isJsonObject(there)) {
      return lostFrom(value, there, depth - 1).map((inner) => `${key}.${inner}`);
    }
    return [key];
  });
}

/** The server adds fields of its own, such as `optional: false`. */
function holds(value: Json, there: Json | undefined): boolean {
  if (there === undefined) return value === null || value === false || isEmpty(value);
  if (isJsonObject(value) && isJsonObject(there)) {
    return Object.entries(value).every(([key, inner]) => holds(inner, there[key]));
  }
  if (isJsonArray(value) && isJsonArray(there)) {
    return value.length === there.length && value.every((inner, index) => holds(inner, there[index]));
  }
  return canonicalJson(value) === canonicalJson(there);
}

function isEmpty(value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}
