/** An object and ignore rules -> the object without the ignored fields, as Argo CD compares it (util/argo/normalizers). */
import type { KubeObject } from '../../../object/kube-object.ts';
import { withoutFound } from './jq.ts';
import { withoutTrusted } from './managed-fields.ts';
import { objectAfter } from './object-after.ts';
import { withoutPointer } from './pointer.ts';
import { isFor, trustedManagers, type DifferenceRule } from './rule.ts';

/** An expression that found nothing to remove because it failed; Argo CD goes on without it. */
export interface Skipped {
  readonly rule: DifferenceRule;
  readonly expression: string;
  readonly why: 'error' | 'no single object' | 'time-out';
}

export type Normalized<Value> =
  | { readonly kind: 'normalized'; readonly value: Value; readonly skipped: readonly Skipped[] }
  /** One that does not compile ends the comparison of the whole Application: ComparisonError, no sync. */
  | { readonly kind: 'not-compiled'; readonly rule: DifferenceRule; readonly expression: string };

/** Pointers and expressions, in the order of the rules; managers need two states: `normalizePair`. */
export async function normalize(
  object: KubeObject,
  rules: readonly DifferenceRule[],
): Promise<Normalized<KubeObject>> {
  let value = object;
  const skipped: Skipped[] = [];
  for (const rule of rules.filter((each) => isFor(each, object))) {
    for (const pointer of rule.jsonPointers) value = objectAfter(value, withoutPointer(value, pointer));
    for (const expression of rule.jqPathExpressions) {
      const answer = await withoutFound(value, expression);
      if (answer.kind === 'not-compiled') return { kind: 'not-compiled', rule, expression };
      if (answer.kind === 'skipped') skipped.push({ rule, expression, why: answer.why });
      else value = objectAfter(value, answer.object);
    }
  }
  return { kind: 'normalized', value, skipped };
}

export interface Pair {
  readonly live: KubeObject;
  /** A target, or a prediction. */
  readonly other: KubeObject;
}

export async function normalizePair(pair: Pair, rules: readonly DifferenceRule[]): Promise<Normalized<Pair>> {
  const [trustedLive, trustedOther] = withoutTrusted(
    pair.live,
    pair.other,
    trustedManagers(rules, pair.other),
  );
  const live = await normalize(trustedLive, rules);
  if (live.kind === 'not-compiled') return live;
  const other = await normalize(trustedOther, rules);
  if (other.kind === 'not-compiled') return other;
  return {
    kind: 'normalized',
    value: { live: live.value, other: other.value },
    skipped: [...live.skipped, ...other.skipped],
  };
}
