/** What would be sent, and what lives -> the same with its ignored fields as they live, or left out where another applies them (facts/reconcilers.md §3d). */
import { canonicalJson } from '../../../../object/canonical.ts';
import { keysIn } from '../../../../object/json-pointer.ts';
import { isJsonObject, type Json } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import { words, type Masked } from '../../../../object/masked.ts';
import type { CleanUp } from '../../../attempt.ts';
import { manager } from '../apply/writer.ts';
import { appliersOf } from './owned.ts';
import { valueAt, withValueAt } from './pointer.ts';
import type { IgnoreRule } from './rules.ts';

export interface Ignoring {
  readonly rules: readonly IgnoreRule[];
  readonly live: KubeObject;
  /** Their fields are the controller's own by then. */
  readonly cleansUp: CleanUp | undefined;
}

export type AsIgnored = { readonly object: KubeObject } | { readonly why: Masked };

/** What is not there yet is made with all its fields. */
export function asIgnored(sent: KubeObject, ignoring: Ignoring): AsIgnored {
  const { rules, live } = ignoring;
  const marked = withMarksOf(live, sent);
  let object = sent;
  for (const { paths, matches } of rules) {
    if (matches === undefined) return { why: unread };
    for (const keys of matches(marked) ? paths.map(keysIn) : []) {
      const left = leftAt(sent, keys, ignoring);
      if (left === 'unknown') return { why: dropped };
      if (left !== 'as-stated') object = put(object, keys, left.value);
    }
  }
  return { object };
}

/** `undefined` where another applies it. */
type Left = 'as-stated' | 'unknown' | { readonly value: Json | undefined };

function leftAt(sent: KubeObject, keys: readonly string[], { live, cleansUp }: Ignoring): Left {
  const [stated, there] = [valueAt(sent, keys), valueAt(live, keys)];
  const appliers = appliersOf(live, keys);
  if (stated === undefined) return appliers.includes(manager) ? 'unknown' : 'as-stated';
  if (there !== undefined && canonicalJson(laidOver(there, stated)) === canonicalJson(there)) {
    return 'as-stated';
  }
  const taken = new Set(cleansUp?.entries.map((entry) => entry.manager));
  const isOthers = appliers.some((each) => each !== manager && !taken.has(each));
  return { value: isOthers ? undefined : (there ?? null) };
}

const unread = words`an entry of spec.ignore names its target in a way that is not read here`;
const dropped = words`it drops a field that spec.ignore names and that Flux itself applied: how its controller ends this is not known`;

function put(object: KubeObject, keys: readonly string[], value: Json | undefined): KubeObject {
  const after = withValueAt(object, keys, value);
  const { apiVersion, kind, metadata } = object;
  if (!isJsonObject(after)) return object;
  const inside = after['metadata'];
  const marks = isJsonObject(inside) ? inside : {};
  return { ...after, apiVersion, kind, metadata: { ...marks, name: metadata.name } };
}

/** Rules are held against the dry run, which has the marks of both. */
function withMarksOf(live: KubeObject, sent: KubeObject): KubeObject {
  const of = (place: 'labels' | 'annotations'): Json =>
    laidOver(live.metadata[place] ?? {}, sent.metadata[place] ?? {});
  return { ...sent, metadata: { ...sent.metadata, labels: of('labels'), annotations: of('annotations') } };
}

function laidOver(under: Json, over: Json): Json {
  if (!isJsonObject(under) || !isJsonObject(over)) return over;
  const inside = Object.entries(over).map(([key, value]) => {
    const below = Object.hasOwn(under, key) ? under[key] : undefined;
    return [key, below === undefined ? value : laidOver(below, value)] as const;
  });
  return { ...under, ...Object.fromEntries(inside) };
}
