/** The API server's prediction and the unit's claim -> the action that is told of it, and why. */
import type { Answer, Lost, Prediction } from '../live/answer.ts';
import type { Gap } from '../object/gap.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { Pruning } from '../reconciler/attempt.ts';
import type { Action, Refuser } from './change.ts';
import type { Claim } from './disclosure.ts';

export interface Verdict {
  readonly action: Action;
  readonly by: Refuser | undefined;
  readonly message: Masked | undefined;
  readonly gap: Gap | undefined;
  readonly lost?: Lost;
}

function plain(action: Action, message?: Masked): Verdict {
  return { action, by: undefined, message, gap: undefined };
}

function unseen(gap: Gap): Verdict {
  return { action: 'gap', by: undefined, message: gap.why, gap };
}

/** What did not come to an object; undefined where the prediction is one, or a deletion. */
function withoutObject(prediction: Prediction, mask: Mask): Verdict | undefined {
  switch (prediction.kind) {
    case 'skipped':
      return plain('skipped', prediction.why);
    case 'refused':
      return refusedBy(prediction);
    case 'conflict':
      return plain('conflict', prediction.message);
    case 'not-reached': {
      const { kind, name } = prediction.after;
      return plain('not-reached', words`It comes after ${mask.text(kind)} ${mask.text(name)}, which fails.`);
    }
    case 'gap':
      return unseen(prediction.gap);
    case 'object':
    case 'deleted':
    case 'recreated':
      return undefined;
    default:
      return prediction satisfies never;
  }
}

function refusedBy({ by, message, lost }: Extract<Prediction, { readonly kind: 'refused' }>): Verdict {
  const refused = { action: 'refused', by, gap: undefined } as const;
  if (lost === undefined) return { ...refused, message };
  const then = { deleted: words`and nothing takes its place`, restored: words`then made anew as it was` }[
    lost
  ];
  return { ...refused, lost, message: words`What lives is deleted first, ${then}: ${message}` };
}

/** The workload would be taken and then stand without Pods. */
function withoutPods({ pod }: Answer): Verdict | undefined {
  if (pod?.prediction.kind !== 'refused') return undefined;
  const { by, message } = pod.prediction;
  return { action: 'refused', by, message: words`Its Pods would be refused: ${message}`, gap: undefined };
}

/** `unchanged` becomes `configured` where a field differs; only the comparison knows. */
export function verdictOf(answer: Answer, claim: Claim, mask: Mask): Verdict {
  const { attempt, live, prediction } = answer;
  // Whether it is to be made was not known: that it exists already is no refusal then.
  if (attempt.kind === 'create' && live.kind === 'gap') return unseen(live.gap);
  const failed = withoutObject(prediction, mask) ?? withoutPods(answer);
  if (failed) return failed;
  if (prediction.kind === 'deleted') return plain('deleted');
  if (prediction.kind === 'recreated') return plain('recreated');
  if (live.kind === 'gap') return unseen(live.gap);
  if (live.kind === 'absent') return plain('created');
  return claim.managed ? plain('unchanged') : plain('adopted');
}

/** Of an object that head no longer declares. */
export function verdictOfDropped({ live, prediction }: Answer, pruning: Pruning, mask: Mask): Verdict {
  if (live.kind === 'gap') return unseen(live.gap);
  if (live.kind === 'absent') return plain('unchanged', words`It is not in the cluster.`);
  if (pruning !== 'deleted') return plain(pruning);
  return withoutObject(prediction, mask) ?? plain('deleted');
}
