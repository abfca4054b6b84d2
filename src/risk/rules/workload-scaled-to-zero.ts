/** Workloads that ran and will have no replica -> findings. */
import { at } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import { isRestarting } from '../../diff/restart.ts';
import { existing, judged } from '../judged.ts';
import type { Existing } from '../judged.ts';
import { named } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

interface Scale {
  readonly what: Masked;
  readonly path: readonly string[];
  /** Where the field is not set. */
  readonly byDefault: number | undefined;
}

/** A workload's own replicas count even where the kind is not known: any kind with a scale has this field. */
function scalesOf(object: KubeObject): readonly Scale[] {
  if (object.kind === 'HorizontalPodAutoscaler') {
    return [
      { what: words`minReplicas`, path: ['spec', 'minReplicas'], byDefault: 1 },
      { what: words`maxReplicas`, path: ['spec', 'maxReplicas'], byDefault: undefined },
    ];
  }
  const byDefault = isRestarting(object) && object.kind !== 'DaemonSet' ? 1 : undefined;
  return [{ what: words`replicas`, path: ['spec', 'replicas'], byDefault }];
}

function valueOf(object: KubeObject, { path, byDefault }: Scale): number | undefined {
  const value = at(object, ...path);
  return typeof value === 'number' ? value : byDefault;
}

function judgeOne({ comparison, before, after }: Existing, { mask }: Subject): readonly Judgement[] {
  return scalesOf(after).flatMap((scale) => {
    const from = valueOf(before, scale);
    if (from === undefined || from === 0 || valueOf(after, scale) !== 0) return [];
    return [
      judged(comparison, {
        severity: 'warn',
        title: words`${named(comparison.change.object, mask)} is scaled to zero`,
        detail: words`Its ${scale.what} go from ${from} to 0: no Pod of it is left.`,
        advice: words`Make sure that nothing calls it; say in the pull request how long it stays down.`,
        fields: [scale.path],
      }),
    ];
  });
}

export const workloadScaledToZero: Rule = {
  name: 'workload-scaled-to-zero',
  about: {
    title: 'A workload is scaled to zero',
    why: 'Every reconciler reports a workload with no replica as healthy, so nothing else tells that it no longer runs.',
    advice: 'Make sure that nothing calls it.',
  },
  needs: () => [],
  judge: (subject) => existing(subject.comparisons).flatMap((one) => judgeOne(one, subject)),
};
