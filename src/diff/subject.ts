/** What is known about one object of one unit while it is compared. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../live/answer.ts';
import type { VersionedIdentity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import type { LastApply, Unmoved } from './causes.ts';
import type { Claim } from './disclosure.ts';
import type { ListTypes } from './list-type.ts';
import type { RolloutFields } from './rollout-fields.ts';

export interface Subject {
  readonly unit: string;
  readonly identity: VersionedIdentity;
  readonly order: number;
  readonly mask: Mask;
  readonly listTypes: ListTypes;
  readonly claim: Claim;
  readonly lastApply: LastApply;
  readonly unmoved: Unmoved | undefined;
  readonly rolloutFields: RolloutFields | undefined;
  readonly answer: Answer;
  /** The answer to base's attempt, where base's manifest differs from head's. */
  readonly baseAnswer: Answer | undefined;
  readonly base: Declared | undefined;
  readonly head: Declared | undefined;
}

export function liveObject({ answer }: Subject): KubeObject | undefined {
  return answer.live.kind === 'found' ? answer.live.object : undefined;
}

export function predicted({ answer }: Subject): KubeObject | undefined {
  const { prediction } = answer;
  return prediction.kind === 'object' || prediction.kind === 'recreated' ? prediction.object : undefined;
}

export function manifestDiffers({ base, head }: Subject): boolean {
  return !isDeepStrictEqual(base?.object, head?.object);
}

/**
 * How the object would stand after an apply of base. Where base does not declare it that is live; where base's own
 * prediction is not known, what is left of the difference counts as the pull request's.
 */
export function predictedForBase(subject: Subject): KubeObject | undefined {
  if (subject.base === undefined) return liveObject(subject);
  if (subject.baseAnswer?.prediction.kind === 'object') return subject.baseAnswer.prediction.object;
  if (subject.baseAnswer === undefined && !manifestDiffers(subject)) return predicted(subject);
  return liveObject(subject);
}
