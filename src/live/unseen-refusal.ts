/** A refused object in which something stands for a value that is not known here -> a gap: the stand-in may be what is refused. */
import { identityOf } from '../object/identity.ts';
import { words } from '../object/masked.ts';
import { unseenPaths } from '../object/unseen-value.ts';
import type { Answer } from './answer.ts';
import { gapOf, type Gapping } from './failure-gap.ts';

export function withUnseenRefusal(gapping: Gapping, answer: Answer): Answer {
  const { attempt, prediction } = answer;
  if (prediction.kind !== 'refused' || prediction.by !== 'server') return answer;
  if (unseenPaths(attempt.object).length === 0) return answer;
  const why = words`it was sent with a placeholder for a value that is not known here, and refused: ${prediction.message}`;
  const gap = gapOf(gapping, { kind: 'live-value-needed', object: identityOf(attempt.object) }, why);
  return { ...answer, prediction: { kind: 'gap', gap } };
}
