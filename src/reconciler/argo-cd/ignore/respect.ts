/** What is declared, what is live, and ignore rules -> what a sync with RespectIgnoreDifferences applies (controller/sync.go). */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { MergeForm } from '../../../object/merge/patch-strategy.ts';
import { afterPatch, patchBetween, type Made } from '../../../object/merge/three-way.ts';
import { normalizePair, type Normalized } from './normalize.ts';
import { objectAfter } from './object-after.ts';
import type { DifferenceRule } from './rule.ts';

export interface Respecting {
  readonly target: KubeObject;
  readonly live: KubeObject;
  readonly rules: readonly DifferenceRule[];
  readonly form: MergeForm;
  /** Since 3.5 the status is left out, and what one replaced parent carried along is put back. */
  readonly isSince35: boolean;
}

/** Where the two cannot be merged, the sync of the whole Application fails before its first request. */
export type Respected = Normalized<KubeObject> | Exclude<Made<JsonObject>, { readonly kind: 'made' }>;

/**
 * A patch takes the normalized live object back to the live one, and is laid over the normalized target. Where a list
 * is replaced as a whole, all of it is the live one, also its items that no rule names (argo-cd issue 26588).
 */
export async function respectIgnoreDifferences(respecting: Respecting): Promise<Respected> {
  const { target, live, rules, form, isSince35 } = respecting;
  const normalized = await normalizePair({ live, other: target }, rules);
  if (normalized.kind === 'not-compiled') return normalized;
  const { live: normalizedLive, other: normalizedTarget } = normalized.value;
  const states = isSince35 ? [withoutStatus(normalizedLive), withoutStatus(live)] : [normalizedLive, live];
  const overlay = overlaid(normalizedTarget, states, form);
  if (overlay.kind !== 'made') return overlay;
  const value = isSince35
    ? restored({ patched: overlay.value, original: target, normalizedTarget, normalizedLive })
    : overlay.value;
  return { ...normalized, value: objectAfter(target, value) };
}

function withoutStatus(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== 'status'));
}

function overlaid(target: JsonObject, states: readonly JsonObject[], form: MergeForm): Made<JsonObject> {
  const [from = {}, to = {}] = states;
  const patch = patchBetween(from, to, form);
  return patch.kind === 'made' ? afterPatch(target, patch.value, form) : patch;
}

interface Restoring {
  readonly patched: JsonObject;
  readonly original: JsonObject;
  readonly normalizedTarget: JsonObject;
  readonly normalizedLive: JsonObject;
}

/** A field that the rules left alone keeps its declared value, and one that only live has and no rule names does not come in. */
function restored({ patched, original, normalizedTarget, normalizedLive }: Restoring): JsonObject {
  const result = new Map(Object.entries(patched));
  for (const [key, declared] of Object.entries(original)) {
    const was = result.get(key);
    const left = memberOf(normalizedTarget, key);
    if (isJsonObject(was) && isJsonObject(declared) && isJsonObject(left)) {
      const live = memberOf(normalizedLive, key);
      const inside = { patched: was, original: declared, normalizedTarget: left };
      result.set(key, restored({ ...inside, normalizedLive: isJsonObject(live) ? live : {} }));
    } else if (isDeepStrictEqual(left, declared)) result.set(key, declared);
  }
  for (const key of result.keys()) {
    if (!Object.hasOwn(original, key) && Object.hasOwn(normalizedLive, key)) result.delete(key);
  }
  return Object.fromEntries(result);
}

function memberOf(map: JsonObject, key: string): JsonObject[string] | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
