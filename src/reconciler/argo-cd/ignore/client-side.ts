/** What is declared and what is live -> the live object as Argo CD's own comparison predicts it, without asking a server. */
import { isDeepStrictEqual } from 'node:util';
import { identityOf } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { MergeForm } from '../../../object/merge/patch-strategy.ts';
import { afterPatch, threeWayPatch } from '../../../object/merge/three-way.ts';

export interface States {
  /** What was last applied; the declared object where no record of it exists. */
  readonly original: JsonObject;
  readonly target: JsonObject;
  readonly live: KubeObject;
}

/** gitops-engine pkg/diff, ThreeWayDiff; all states normalized. Undefined where it would fail. */
export function predictedByClient(
  { original, target, live }: States,
  form: MergeForm,
): JsonObject | undefined {
  const states = { original: withoutPlace(original), modified: withoutPlace(target) };
  const current = form.kind === 'json-merge' ? alike(states.original, live) : claimsAlike(original, live);
  const patch = threeWayPatch({ ...states, current, form });
  if (patch.kind === 'unchanged') return live;
  if (patch.kind !== 'patch') return undefined;
  const next = afterPatch(live, patch.body, form);
  return next.kind === 'made' ? next.value : undefined;
}

/** A source need not say its namespace, and an empty map of annotations says nothing. */
function withoutPlace(object: JsonObject): JsonObject {
  const metadata = at(object, 'metadata');
  if (!isJsonObject(metadata)) return object;
  const { annotations = null, namespace: _, ...others } = metadata;
  const isEmpty =
    annotations === null || (isJsonObject(annotations) && Object.keys(annotations).length === 0);
  return { ...object, metadata: isEmpty ? others : { ...others, annotations } };
}

/** Live without the fields that the other does not have; items of lists by their place. */
function alike(model: JsonObject, live: JsonObject): JsonObject {
  const kept = Object.entries(model).flatMap(([key, value]): (readonly [string, Json])[] => {
    const own = Object.hasOwn(live, key) ? live[key] : undefined;
    return own === undefined ? [] : [[key, alikeIn(value, own)]];
  });
  return Object.fromEntries(kept);
}

function alikeIn(model: Json | undefined, live: Json): Json {
  if (isJsonObject(model) && isJsonObject(live)) return alike(model, live);
  if (!isJsonArray(model) || !isJsonArray(live)) return live;
  return live.map((item, index) => alikeIn(model[index], item));
}

/** Nobody but the server knows the defaults of volume claims inside of a StatefulSet. */
function claimsAlike(original: JsonObject, live: KubeObject): JsonObject {
  const { group, kind } = identityOf(live);
  const model = at(original, 'spec', 'volumeClaimTemplates');
  const claims = at(live, 'spec', 'volumeClaimTemplates');
  const spec = at(live, 'spec');
  if (group !== 'apps' || kind !== 'StatefulSet') return live;
  if (!isJsonObject(spec) || !isJsonArray(model) || !isJsonArray(claims)) return live;
  return { ...live, spec: { ...spec, volumeClaimTemplates: alikeIn(model, claims) } };
}

/**
 * Whether two values of a built-in field are one value in two writings, so that the client's own types make them the same:
 * amounts in other units, and empty values that are left out. What a webhook rewrites stays different.
 */
export function isSameWriting(a: Json | undefined, b: Json | undefined): boolean {
  if (isDeepStrictEqual(a, b) || (isEmptyValue(a) && isEmptyValue(b))) return true;
  const [left, right] = [amountOf(a), amountOf(b)];
  return left !== undefined && right !== undefined && Math.abs(left - right) <= Math.abs(left) * 1e-12;
}

function isEmptyValue(value: Json | undefined): boolean {
  if (isJsonArray(value)) return value.length === 0;
  if (isJsonObject(value)) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === 0 || value === false;
}

const powers: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

function amountOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const [, digits = '', unit = ''] = /^([+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)([A-Za-z]*)$/u.exec(value) ?? [];
  const power = powers[unit];
  return digits === '' || power === undefined ? undefined : Number(digits) * power;
}
