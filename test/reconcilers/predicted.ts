/** A review's comparisons -> what each object was predicted to become. */
import type { Action, Comparison } from '../../src/diff/change.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { deletePoliciesOf, isHook } from '../../src/reconciler/argo-cd/sync/hook.ts';
import type { Review } from '../../src/report/review.ts';
import { targetOf, type Placed } from './placed.ts';

export interface Predicted extends Placed {
  readonly unit: string;
  readonly action: Action;
  /** As it was predicted to land; undefined where it is to be gone, and where nothing was predicted. */
  readonly after: KubeObject | undefined;
  /** A hook whose policy deletes it once it has succeeded: it is made, and not there in the end. */
  readonly passes: boolean;
  /** What becomes of what lives, although it is refused. */
  readonly lost?: Comparison['lost'];
  /** Why it is refused, skipped, a gap. */
  readonly why: string;
}

export function predictedBy(
  comparisons: readonly Comparison[],
  { units }: Pick<Review, 'units'>,
): readonly Predicted[] {
  const judged = comparisons.filter(({ change }) => !change.unit.startsWith('plain/'));
  return judged.map(({ change, after, lost }) => ({
    unit: change.unit,
    cluster: targetOf(change.unit, units),
    identity: change.object,
    action: change.action,
    after,
    passes: after !== undefined && isHook(after) && deletePoliciesOf(after).includes('HookSucceeded'),
    lost,
    why: change.message ?? '',
  }));
}
