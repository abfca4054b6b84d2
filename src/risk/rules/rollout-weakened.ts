/** Argo Rollouts that bring new Pods out with less care than before -> findings (facts/reconcilers.md §8g). */
import { groupVersionOf } from '../../object/identity.ts';
import type { FieldPath } from '../../object/field-path.ts';
import type { Json } from '../../object/json.ts';
import { at, isJsonArray, isJsonObject } from '../../object/json.ts';
import { joined, words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import { existing, judged } from '../judged.ts';
import type { Existing } from '../judged.ts';
import { named } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

interface Loss {
  readonly what: Masked;
  readonly field: FieldPath;
}

type Strategy = Json | undefined;

/** Steps that stop or measure; weights alone only slow down. */
function guards(strategy: Strategy): number {
  const steps = at(strategy, 'canary', 'steps');
  if (!isJsonArray(steps)) return 0;
  return steps.filter((step) =>
    ['pause', 'analysis', 'experiment'].some((key) => at(step, key) !== undefined),
  ).length;
}

function stepsIn(strategy: Strategy): number {
  const steps = at(strategy, 'canary', 'steps');
  return isJsonArray(steps) ? steps.length : 0;
}

const analyses = [
  ['canary', 'analysis'],
  ['blueGreen', 'prePromotionAnalysis'],
  ['blueGreen', 'postPromotionAnalysis'],
] as const;

function lostObjects(before: Strategy, after: Strategy): readonly Loss[] {
  const gone = (path: readonly string[]): boolean =>
    isJsonObject(at(before, ...path)) && !isJsonObject(at(after, ...path));
  const kind = gone(['canary']) ? 'canary' : gone(['blueGreen']) ? 'blueGreen' : undefined;
  if (kind !== undefined) {
    const was = kind === 'canary' ? words`canary` : words`blue-green`;
    return [{ what: words`it is no longer ${was}`, field: ['spec', 'strategy'] }];
  }
  const measured = analyses.filter(gone).map((path) => ({
    what: words`nothing measures it in \`${analysisWords[path[1]]}\` any more`,
    field: ['spec', 'strategy', path[0]],
  }));
  const routed = gone(['canary', 'trafficRouting'])
    ? [{ what: words`traffic follows the number of Pods`, field: ['spec', 'strategy', 'canary'] }]
    : [];
  return [...measured, ...routed];
}

const analysisWords: Readonly<Record<(typeof analyses)[number][1], Masked>> = {
  analysis: words`analysis`,
  prePromotionAnalysis: words`prePromotionAnalysis`,
  postPromotionAnalysis: words`postPromotionAnalysis`,
};

function lostSteps(before: Strategy, after: Strategy): readonly Loss[] {
  if (!isJsonObject(at(after, 'canary'))) return [];
  const field = ['spec', 'strategy', 'canary', 'steps'];
  const [was, is] = [guards(before), guards(after)];
  if (is < was) {
    return [
      {
        what: words`of ${was} steps that wait or measure, ${is} ${is === 1 ? words`is` : words`are`} left`,
        field,
      },
    ];
  }
  return stepsIn(before) > 0 && stepsIn(after) === 0
    ? [{ what: words`it has no steps any more`, field }]
    : [];
}

/** By default traffic moves by itself. */
function lostPerson(before: Strategy, after: Strategy): readonly Loss[] {
  const path = ['blueGreen', 'autoPromotionEnabled'] as const;
  if (!isJsonObject(at(after, 'blueGreen'))) return [];
  if (at(before, ...path) !== false || at(after, ...path) === false) return [];
  return [{ what: words`traffic moves without a person`, field: ['spec', 'strategy', ...path] }];
}

function judgeOne({ comparison, before, after }: Existing, { mask }: Subject): readonly Judgement[] {
  if (after.kind !== 'Rollout' || groupVersionOf(after.apiVersion).group !== 'argoproj.io') return [];
  const [was, is] = [at(before, 'spec', 'strategy'), at(after, 'spec', 'strategy')];
  const losses = [...lostObjects(was, is), ...lostSteps(was, is), ...lostPerson(was, is)];
  if (losses.length === 0) return [];
  return [
    judged(comparison, {
      severity: 'warn',
      title: words`${named(comparison.change.object, mask)} brings new Pods out with less care`,
      detail: words`From the next rollout on: ${joined(
        losses.map(({ what }) => what),
        '; ',
      )}.`,
      advice: words`Make sure that a bad version is stopped before all users get it.`,
      fields: losses.map(({ field }) => field),
    }),
  ];
}

export const rolloutWeakened: Rule = {
  name: 'rollout-weakened',
  about: {
    title: 'A Rollout brings new Pods out with less care',
    why: 'Steps that wait or measure, analyses and a person who promotes stop a bad version while few users see it. Without them it reaches all, and every status is green until then.',
    advice: 'Make sure that a bad version is stopped before all users get it.',
  },
  needs: () => [],
  judge: (subject) => existing(subject.comparisons).flatMap((one) => judgeOne(one, subject)),
};
