/** All objects of a story and a review of it -> a verdict on each. */
import { compareIdentities, identityKey } from '../../src/object/identity.ts';
import { judge, type Judged, type Witnessed } from './judged.ts';
import type { Predicted } from './predicted.ts';
import type { ReviewedPullRequest } from './reviewer.ts';

export function judgeAll(
  seen: readonly Witnessed[],
  { review, predicted }: ReviewedPullRequest,
): readonly Judged[] {
  const unseen = review.gaps.find(({ object, kind }) => object === undefined && kind !== 'no-cluster')?.why;
  return seen
    .toSorted((a, b) => compareIdentities(a.identity, b.identity))
    .map((each) => judge(each, predictionOf(each, predicted), unseen));
}

/** An object that is handed over is spoken of twice: by the unit that it leaves, and by the one that takes it. */
function predictionOf({ identity }: Witnessed, predicted: readonly Predicted[]): Predicted | undefined {
  const key = identityKey(identity);
  const about = predicted.filter((each) => identityKey(each.identity) === key);
  return about.find(({ after }) => after !== undefined) ?? about[0];
}
