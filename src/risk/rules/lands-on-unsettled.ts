/** Workloads that are paused, aborted, failed or in the middle of a rollout now -> what a change does that lands on them (facts/reconcilers.md §8e). */
import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from '../../diff/change.ts';
import { healthOf, isUnsettled } from '../../health/health-of.ts';
import type { Health, Standing } from '../../health/health.ts';
import type { Json } from '../../object/json.ts';
import { at, isJsonArray } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { Masked } from '../../object/masked.ts';
import { words } from '../../object/masked.ts';
import { judged } from '../judged.ts';
import { named } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

interface Landing {
  readonly comparison: Comparison;
  readonly before: KubeObject;
  readonly after: KubeObject;
  readonly health: Health;
  /** What of it changes; the gravest counts. */
  readonly brings: 'revision' | 'steps' | 'nothing';
}

const landingActions: ReadonlySet<string> = new Set(['configured', 'unchanged']);

function landingsIn(comparisons: readonly Comparison[]): readonly Landing[] {
  return comparisons.flatMap((comparison) => {
    const { before, after, change } = comparison;
    if (!before || !after || !landingActions.has(change.action)) return [];
    const health = healthOf(before);
    if (health === undefined || !isUnsettled(before, health)) return [];
    const brings = broughtTo({ before, after }, referenced(before, change.unit, comparisons));
    if (change.action === 'unchanged' && brings === 'nothing') return [];
    return [{ comparison, before, after, health, brings }];
  });
}

interface Sides {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

function broughtTo(rollout: Sides, template: Sides | undefined): Landing['brings'] {
  const differs = ({ before, after }: Sides, ...path: readonly string[]): boolean =>
    !isDeepStrictEqual(at(before, ...path), at(after, ...path));
  if (differs(rollout, 'spec', 'template')) return 'revision';
  if (template !== undefined && differs(template, 'spec', 'template')) return 'revision';
  return differs(rollout, 'spec', 'strategy', 'canary', 'steps') ? 'steps' : 'nothing';
}

/** The Deployment from which a Rollout takes its Pods. */
function referenced(
  { spec, metadata }: KubeObject,
  unit: string,
  comparisons: readonly Comparison[],
): Sides | undefined {
  const [kind, name] = [at(spec, 'workloadRef', 'kind'), at(spec, 'workloadRef', 'name')];
  const found = comparisons.find(
    ({ change: { unit: own, object } }) =>
      own === unit &&
      object.kind === kind &&
      object.name === name &&
      object.namespace === metadata['namespace'],
  );
  return found?.before && found.after ? { before: found.before, after: found.after } : undefined;
}

/** Where a canary stands, as "at step 2 of 5"; empty where it has no steps. */
function stepText({ spec, status }: KubeObject): Masked {
  const [steps, index] = [at(spec, 'strategy', 'canary', 'steps'), at(status, 'currentStepIndex')];
  if (!isJsonArray(steps) || typeof index !== 'number' || index >= steps.length) return words``;
  const waits = isJsonArray(steps) && at(steps[index], 'pause') !== undefined;
  const until =
    waits && at(steps[index], 'pause', 'duration') === undefined ? words`, for a person` : words``;
  return words` at step ${index + 1} of ${steps.length}${until}`;
}

function nowText({ before, health }: Landing, { mask }: Subject): Masked {
  const said =
    health.message === '' ? words`` : words` ("${mask.text(health.message.replaceAll('`', "'"))}")`;
  return words`Now it is \`${healthWord(health)}\`: ${standingText(before, health.standing)}${said}.`;
}

function healthWord({ word }: Health): Masked {
  switch (word) {
    case 'Healthy':
      return words`Healthy`;
    case 'Progressing':
      return words`Progressing`;
    case 'Degraded':
      return words`Degraded`;
    case 'Suspended':
      return words`Suspended`;
  }
}

function standingText(object: KubeObject, standing: Standing): Masked {
  const step = stepText(object);
  switch (standing) {
    case 'settled':
      return words`nothing is on its way`;
    case 'moving':
      return words`a new revision is on its way${step}`;
    case 'waits':
      return words`it waits${step}`;
    case 'inconclusive':
      return words`it waits for a person${step}, since an analysis was inconclusive`;
    case 'paused':
      return words`its \`spec.paused\` is true`;
    case 'aborted':
      return words`its last rollout was aborted, and the version before serves`;
    case 'failed':
      return words`its last revision did not get ready in time, or its spec is not valid`;
  }
}

function thenText(landing: Landing): Masked {
  const { before, after, health, brings } = landing;
  if (at(after, 'spec', 'paused') === true) {
    return words`It stays paused after this change: no new Pods come until that is taken back.`;
  }
  if (health.standing === 'paused') {
    return words`This change takes that back, and what was held until now goes on.`;
  }
  if (brings === 'nothing') {
    return words`This change brings neither other Pods nor other steps, so it stays as it is.`;
  }
  if (before.kind !== 'Rollout') return words`This change brings new Pods in the place of those.`;
  return brings === 'steps' ? stepsText(health.standing) : revisionText(health.standing);
}

function stepsText(standing: Standing): Masked {
  return standing === 'aborted'
    ? words`With other steps its controller forgets that it was aborted: the aborted version starts again, at the first step, without a person.`
    : words`With other steps the revision that is on its way starts again at the first one.`;
}

function revisionText(standing: Standing): Masked {
  const starts = words`the new revision starts from the beginning (if it is the version that serves now: without steps)`;
  if (standing === 'aborted') return words`Its controller forgets that it was aborted, and ${starts}.`;
  if (standing === 'failed') return words`The new revision takes the place of that one: ${starts}.`;
  return words`The revision that is on its way ends here, whatever a person or an analysis would have said of it, and ${starts}.`;
}

function judgeOne(landing: Landing, subject: Subject): Judgement {
  const { comparison, before, health, brings } = landing;
  return judged(comparison, {
    severity: brings === 'nothing' ? 'info' : 'warn',
    title: words`${named(comparison.change.object, subject.mask)} is not settled now, and this change lands on it`,
    detail: words`${nowText(landing, subject)} ${thenText(landing)}`,
    advice: words`Find out first why it stands so: promote it, abort it or mend it, or merge because this change is what mends it.`,
    fields: fieldsOf(brings),
    restsOn: factsOf(before, health),
  });
}

function fieldsOf(brings: Landing['brings']): readonly (readonly string[])[] {
  if (brings === 'nothing') return [];
  return [brings === 'steps' ? ['spec', 'strategy', 'canary', 'steps'] : ['spec', 'template']];
}

function factsOf({ status }: KubeObject, { word, standing }: Health): Json {
  return {
    word,
    standing,
    revision: at(status, 'currentPodHash') ?? null,
    stable: at(status, 'stableRS') ?? null,
  };
}

export const landsOnUnsettled: Rule = {
  name: 'lands-on-unsettled',
  about: {
    title: 'A change lands on a workload that is paused, aborted, failed or in the middle of a rollout',
    why: 'A new revision ends the one that is on its way: what waits for a person is never decided, an abort is forgotten. And a workload that does not get ready now is seldom mended by the next change.',
    advice: 'Promote, abort or mend what is on its way first, or merge because this change is what mends it.',
  },
  needs: () => [],
  judge: (subject) => landingsIn(subject.comparisons).map((landing) => judgeOne(landing, subject)),
};
