/** An Argo Rollout before and after a sync -> what the sync starts, step by step, and what its controller writes besides. */
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { joined, words, type Mask, type Masked } from '../../../object/masked.ts';
import { isRollout } from '../../rollout-edits.ts';
import type { Outcome } from '../../unit-record.ts';
import type { RolloutStep } from './rollout-step.ts';
import { rolloutChange, type RolloutChange, type RolloutStrategy, type RolloutView } from './rollout.ts';

/** More steps say no more in one sentence. */
const most = 12;

type Shown = (text: string) => Masked;

export function rolloutNotes({ before, after }: Outcome, mask: Mask): readonly Masked[] {
  if (after === undefined || !isRollout(after)) return [];
  const shown: Shown = (text) => mask.text(text.replaceAll('`', "'"));
  const change = rolloutChange(before, after);
  if (!change.strategyChanges && !change.startsRollout) return [];
  const name = words`Rollout \`${shown(nameOf(after))}\``;
  return [...strategyNotes(name, change, shown), ...besides(name, change, shown)];
}

function nameOf(object: KubeObject): string {
  const namespace = namespaceOf(object);
  return namespace === '' ? object.metadata.name : `${namespace}/${object.metadata.name}`;
}

function strategyNotes(name: Masked, change: RolloutChange, shown: Shown): readonly Masked[] {
  const { before, after, strategyChanges, startsRollout } = change;
  const is = strategyText(after.strategy, shown);
  if (before === undefined) {
    return [words`${name} comes with the strategy ${is}; the first rollout of all skips its steps.`];
  }
  const starts = startsRollout
    ? words`This sync starts a rollout by it.`
    : words`This sync starts no rollout; the next one goes by it.`;
  if (!strategyChanges) return [words`${name} starts a rollout: ${is}.`];
  return [
    words`${name} changes its strategy from ${strategyText(before.strategy, shown)} to ${is}. ${starts}`,
  ];
}

function strategyText(strategy: RolloutStrategy, shown: Shown): Masked {
  switch (strategy.kind) {
    case 'none':
      return words`none that is known`;
    case 'blue-green': {
      const promotes = strategy.promotes
        ? words`traffic moves by itself when the new Pods are ready`
        : words`a person moves the traffic`;
      return words`blue-green (${promotes}${analysesText(strategy.analyses, shown)})`;
    }
    case 'canary': {
      const traffic = strategy.hasTraffic ? words`by traffic` : words`by the number of Pods`;
      return words`canary ${traffic} (${stepsText(strategy.steps, shown)}${analysesText(strategy.analyses, shown)})`;
    }
  }
}

function analysesText(analyses: readonly string[], shown: Shown): Masked {
  return analyses.length === 0 ? words`` : words`; measured by ${shown(analyses.join(', '))}`;
}

function stepsText(steps: readonly RolloutStep[], shown: Shown): Masked {
  if (steps.length === 0) return words`no steps: all at once`;
  const told = steps.slice(0, most).map((step) => stepText(step, shown));
  const more = steps.length - told.length;
  return joined([...told, ...(more > 0 ? [words`${more} more`] : [])], ' → ');
}

function stepText(step: RolloutStep, shown: Shown): Masked {
  switch (step.kind) {
    case 'weight':
      return words`${step.percent} %`;
    case 'pause':
      return pauseText(step, shown);
    case 'analysis':
      return words`measure ${shown(step.templates.join(', '))}`;
    case 'experiment':
      return words`experiment`;
    case 'scale':
      return scaleText(step);
    case 'route':
      return words`route ${shown(step.name)}`;
    case 'plugin':
      return words`plugin ${shown(step.name)}`;
    case 'unknown':
      return words`a step that Proofline does not know`;
  }
}

function pauseText({ for: duration }: StepOf<'pause'>, shown: Shown): Masked {
  return duration === undefined ? words`wait for a person` : words`wait ${shown(durationOf(duration))}`;
}

function scaleText({ replicas, percent }: StepOf<'scale'>): Masked {
  if (replicas !== undefined) return words`${replicas} new Pods`;
  return percent === undefined ? words`new Pods by the weight` : words`new Pods to ${percent} %`;
}

type StepOf<Kind extends RolloutStep['kind']> = Extract<RolloutStep, { readonly kind: Kind }>;

/** A bare number counts seconds. */
function durationOf(text: string): string {
  return /^\d+$/u.test(text) ? `${text}s` : text;
}

/** What the Deployment's own Pods come to (facts/reconcilers.md §8a). */
function scaledText({ workload, edits }: RolloutView): Masked {
  const isScaled = edits.some(
    ({ object }) => object.kind === workload?.kind && object.name === workload.name,
  );
  return isScaled
    ? words`The controller scales it down: replicas that Git states there bring its own Pods back at a sync.`
    : words`Nothing scales it down: with replicas above 0 its own Pods run beside those of the Rollout.`;
}

function besides(name: Masked, { after }: RolloutChange, shown: Shown): readonly Masked[] {
  const { workload, edits } = after;
  const others = edits.map(({ object }) => shown(`${object.kind} ${object.name}`));
  return [
    ...(workload === undefined
      ? []
      : [
          words`${name} takes its Pods from ${shown(`${workload.kind} ${workload.name}`)}: its images change there. ${scaledText(after)}`,
        ]),
    ...(others.length === 0
      ? []
      : [
          words`The controller of ${name} writes ${joined([...new Set(others)], ', ')}: what it sets there is no drift.`,
        ]),
  ];
}
