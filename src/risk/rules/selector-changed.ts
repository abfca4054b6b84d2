/** Changed label selectors -> what no longer reaches, protects or owns the Pods that it did. */
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson } from '../../object/canonical.ts';
import { groupVersionOf } from '../../object/identity.ts';
import type { Json } from '../../object/json.ts';
import { at, isJsonArray, isJsonObject } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import type { FactRequest, Facts } from '../../live/fact.ts';
import { clusterOf } from '../cluster-of.ts';
import type { Severity } from '../finding.ts';
import { existing, judged } from '../judged.ts';
import type { Existing } from '../judged.ts';
import { named, quoted } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

interface Selecting {
  readonly path: readonly string[];
  readonly severity: Severity;
  readonly why: Masked;
  readonly advice: Masked;
}

const immutable: Selecting = {
  path: ['spec', 'selector'],
  severity: 'block',
  why: words`The selector of a workload cannot be changed: the apply is refused, or the workload is deleted and made again.`,
  advice: words`Keep the selector and change other labels, or bring a new workload under a new name and move over.`,
};

const kinds: Readonly<Record<string, Selecting>> = {
  '/Service': {
    path: ['spec', 'selector'],
    severity: 'warn',
    why: words`It sends its traffic to the Pods that have these labels, and to no others.`,
    advice: words`Roll out Pods with the new labels first; check that no other Pods have them.`,
  },
  'apps/Deployment': immutable,
  'apps/StatefulSet': immutable,
  'apps/DaemonSet': immutable,
  'apps/ReplicaSet': immutable,
  'batch/Job': immutable,
  'policy/PodDisruptionBudget': {
    path: ['spec', 'selector'],
    severity: 'warn',
    why: words`Pods that it no longer selects may be evicted all at once.`,
    advice: words`Check that the Pods it is meant for have these labels.`,
  },
  'networking.k8s.io/NetworkPolicy': {
    path: ['spec', 'podSelector'],
    severity: 'warn',
    why: words`Pods that it no longer selects are open to all traffic; Pods that it newly selects lose what it does not allow.`,
    advice: words`Check which Pods have these labels, before and after.`,
  },
};

function selectingOf(object: KubeObject): Selecting | undefined {
  const key = `${groupVersionOf(object.apiVersion).group}/${object.kind}`;
  return Object.hasOwn(kinds, key) ? kinds[key] : undefined;
}

function shown(selector: Json | undefined, { mask }: Subject): Masked {
  return selector === undefined ? words`none` : quoted(canonicalJson(selector), mask);
}

function matchesExpression(labels: Json | undefined, expression: Json): boolean {
  const key = at(expression, 'key');
  const value = typeof key === 'string' ? at(labels, key) : undefined;
  const values = at(expression, 'values');
  const isIn = value !== undefined && isJsonArray(values) && values.includes(value);
  const operator = at(expression, 'operator');
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  return operator === 'In' ? isIn : !isIn;
}

/** A Service's plain map, or a LabelSelector; without a selector a Service selects nothing. */
function matches(selector: Json | undefined, labels: Json | undefined): boolean {
  if (!isJsonObject(selector)) return false;
  const isLabelSelector = 'matchLabels' in selector || 'matchExpressions' in selector;
  const wanted = isLabelSelector ? selector['matchLabels'] : selector;
  const expressions = selector['matchExpressions'];
  return (
    Object.entries(isJsonObject(wanted) ? wanted : {}).every(([key, value]) => at(labels, key) === value) &&
    (!isJsonArray(expressions) || expressions.every((expression) => matchesExpression(labels, expression)))
  );
}

interface Changed extends Existing {
  readonly selecting: Selecting;
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

function changed({ comparisons }: Subject): readonly Changed[] {
  return existing(comparisons).flatMap((one) => {
    const selecting = selectingOf(one.after);
    if (selecting === undefined) return [];
    const from = at(one.before, ...selecting.path);
    const to = at(one.after, ...selecting.path);
    return isDeepStrictEqual(from, to) ? [] : [{ ...one, selecting, from, to }];
  });
}

function podsOf({ comparison }: Changed, subject: Subject): FactRequest | undefined {
  const cluster = clusterOf(comparison.change.unit, subject);
  const { namespace } = comparison.change.object;
  if (cluster === undefined || namespace === '') return undefined;
  return { cluster, group: '', kind: 'Pod', namespace, name: undefined };
}

/** For information: Pods come and go, so no approval is bound to them. */
function reach(one: Changed, subject: Subject, facts: Facts): Masked {
  const request = podsOf(one, subject);
  const fact = request && facts(request);
  if (fact?.kind !== 'objects') return words``;
  const count = (selector: Json | undefined): number =>
    fact.objects.filter((pod) => matches(selector, pod.metadata['labels'])).length;
  return words` Of the Pods that run now, it selects ${count(one.from)} before and ${count(one.to)} after.`;
}

function judgeOne(one: Changed, subject: Subject, facts: Facts): Judgement {
  const { comparison, selecting, from, to } = one;
  const change = words`${shown(from, subject)} becomes ${shown(to, subject)}.`;
  return judged(comparison, {
    severity: selecting.severity,
    title: words`${named(comparison.change.object, subject.mask)} selects other Pods`,
    detail: words`${change} ${selecting.why}${reach(one, subject, facts)}`,
    advice: selecting.advice,
    fields: [selecting.path],
  });
}

export const selectorChanged: Rule = {
  name: 'selector-changed',
  about: {
    title: 'A label selector changes',
    why: 'A selector decides which Pods a Service reaches, a policy protects and a workload owns. No API server checks that any Pod matches.',
    advice: 'Check which Pods have these labels, before and after.',
  },
  needs: (subject) =>
    changed(subject).flatMap((one) => {
      const request = podsOf(one, subject);
      return request ? [request] : [];
    }),
  judge: (subject, facts) => changed(subject).map((one) => judgeOne(one, subject, facts)),
};
