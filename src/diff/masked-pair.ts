/** Two states of a JSON value -> the same two with everything secret hidden, and a change still told. */
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { isNoSecret } from '../object/secret-key.ts';
import { isUnseen } from '../object/unseen-value.ts';
import { alignedItems } from './align.ts';
import type { Secrecy } from '../object/secrecy.ts';
import { secrecyBelow, secrecyOfItem } from '../object/secrecy.ts';

/** A JSON value in which every string is masked. */
export type MaskedJson =
  | null
  | boolean
  | number
  | Masked
  | readonly MaskedJson[]
  | { readonly [key: string]: MaskedJson };

export interface States<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}

type Both = States<MaskedJson>;

interface ListStates<T = Json> {
  readonly before: readonly T[];
  readonly after: readonly T[];
}

const hidden = words`***`;
const hiddenBefore = words`*** (before)`;
const hiddenAfter = words`*** (after)`;

/** Lists are aligned by the names of their items where they have some: it only decides how a change is told. */
const byName = { kind: 'map', keys: ['name'] } as const;

function isComposite(value: Json | undefined): value is JsonObject | readonly Json[] {
  return isJsonObject(value) || isJsonArray(value);
}

function isHidden(value: Json | undefined, secrecy: Secrecy): boolean {
  if (value === undefined || value === null || isComposite(value)) return false;
  if (secrecy === 'deep') return true;
  return secrecy === 'value' && typeof value !== 'boolean' && !isNoSecret(String(value));
}

function scalar(mask: Mask, value: Json | undefined, sign: Masked | undefined): MaskedJson | undefined {
  if (sign !== undefined) return sign;
  if (isComposite(value)) return undefined;
  if (typeof value === 'string') return mask.text(value);
  // A number can be a secret that was learned elsewhere.
  const shown = typeof value === 'number' ? mask.text(String(value)) : undefined;
  return shown === undefined || shown === String(value) ? value : shown;
}

function scalars(mask: Mask, { before, after }: States<Json>, secrecy: Secrecy): Both {
  const left = isHidden(before, secrecy);
  const right = isHidden(after, secrecy);
  if (!left && !right && typeof before === 'string' && typeof after === 'string') {
    const [shownBefore, shownAfter] = mask.pair(before, after);
    return { before: shownBefore, after: shownAfter };
  }
  const [signBefore, signAfter] = signs({ before, after });
  return {
    before: scalar(mask, before, left ? signBefore : undefined),
    after: scalar(mask, after, right ? signAfter : undefined),
  };
}

function signs({ before, after }: States<Json>): readonly [Masked, Masked] {
  const told = before !== after && before !== undefined && after !== undefined;
  return told ? [hiddenBefore, hiddenAfter] : [hidden, hidden];
}

function put(target: Record<string, MaskedJson>, key: Masked, value: MaskedJson | undefined): void {
  if (value === undefined) return;
  let free: string = key;
  for (let n = 2; Object.hasOwn(target, free); n += 1) free = `${key} #${n}`;
  Object.defineProperty(target, free, { value, enumerable: true, configurable: true, writable: true });
}

function maps(mask: Mask, { before, after }: States<JsonObject>, secrecy: Secrecy): Both {
  const left: Record<string, MaskedJson> = {};
  const right: Record<string, MaskedJson> = {};
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const child = maskedPair(
      mask,
      { before: own(before, key), after: own(after, key) },
      secrecyBelow(after ?? before, key, secrecy),
    );
    const name = mask.text(key);
    put(left, name, child.before);
    put(right, name, child.after);
  }
  return { before: before && left, after: after && right };
}

function own(map: JsonObject | undefined, key: string): Json | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}

function itemAt(list: readonly Json[], index: number | undefined): Json | undefined {
  return index === undefined ? undefined : list[index];
}

function items(mask: Mask, { before, after }: ListStates, secrecy: Secrecy): ListStates<MaskedJson> {
  const left: MaskedJson[] = [];
  const right: MaskedJson[] = [];
  for (const pair of alignedItems(before, after, byName)) {
    const states = { before: itemAt(before, pair.before), after: itemAt(after, pair.after) };
    const [list, index] = pair.after === undefined ? [before, pair.before ?? 0] : [after, pair.after];
    const child = maskedPair(mask, states, secrecyOfItem(list, index, secrecy));
    if (pair.before !== undefined) left[pair.before] = child.before ?? null;
    if (pair.after !== undefined) right[pair.after] = child.after ?? null;
  }
  return { before: left, after: right };
}

function lists(mask: Mask, { before, after }: States<readonly Json[]>, secrecy: Secrecy): Both {
  const masked = items(mask, { before: before ?? [], after: after ?? [] }, secrecy);
  return { before: before && masked.before, after: after && masked.after };
}

/** Both states as maps, or as lists, where those that exist are such. */
function bothAre<T extends Json>(
  states: States<Json>,
  is: (value: unknown) => value is T,
): States<T> | undefined {
  const { before, after } = states;
  if (before === undefined && after === undefined) return undefined;
  if (before !== undefined && !is(before)) return undefined;
  if (after !== undefined && !is(after)) return undefined;
  return { before, after };
}

export function maskedPair(mask: Mask, states: States<Json>, known: Secrecy): Both {
  // Of a value that the render only stands in for, what lives there may be the secret itself.
  const secrecy = isUnseen(states.before) || isUnseen(states.after) ? 'deep' : known;
  const asMaps = bothAre(states, isJsonObject);
  if (asMaps) return maps(mask, asMaps, secrecy);
  const asLists = bothAre(states, isJsonArray);
  if (asLists) return lists(mask, asLists, secrecy);
  const { before, after } = states;
  if (before !== undefined && after !== undefined && (isComposite(before) || isComposite(after))) {
    return {
      before: maskedPair(mask, { before, after: undefined }, secrecy).before,
      after: maskedPair(mask, { before: undefined, after }, secrecy).after,
    };
  }
  return scalars(mask, states, secrecy);
}
