/** All objects of a story and a review of it -> a verdict on each. */
import type { Gap } from '../../src/object/gap.ts';
import { compareIdentities } from '../../src/object/identity.ts';
import type { Review } from '../../src/report/review.ts';
import { judge, type Judged, type Witnessed } from './judged.ts';
import { placedKey, targetOf, type Placed } from './placed.ts';
import type { Predicted } from './predicted.ts';

/** An object, and the units that the reconciler itself counts it to. */
export interface Counted extends Witnessed {
  /** Their ids. */
  readonly units: readonly string[];
}

interface Reviewed {
  readonly review: Pick<Review, 'gaps' | 'units'>;
  readonly predicted: readonly Predicted[];
}

export function judgeAll(seen: readonly Counted[], { review, predicted }: Reviewed): readonly Judged[] {
  return seen
    .toSorted((a, b) => compareIdentities(a.identity, b.identity) || a.cluster.localeCompare(b.cluster))
    .map((each) => judge(each, predictionOf(each, predicted), unseenBy(review, each)));
}

/** Why an object has no prediction: a gap of the object itself, or one of a whole unit that it is counted to. */
function unseenBy({ gaps, units }: Reviewed['review'], counted: Counted): string | undefined {
  const key = placedKey(counted);
  const covers = ({ object, unit, kind }: Gap): boolean => {
    if (object !== undefined)
      return placedKey({ cluster: targetOf(unit ?? '', units), identity: object }) === key;
    return kind !== 'no-cluster' && unit !== undefined && counted.units.includes(unit);
  };
  return gaps.find(covers)?.why;
}

/** An object that is handed over is spoken of twice: by the unit that it leaves, and by the one that takes it. */
function predictionOf(placed: Placed, predicted: readonly Predicted[]): Predicted | undefined {
  const key = placedKey(placed);
  const about = predicted.filter((each) => placedKey(each) === key);
  return about.find(({ after }) => after !== undefined) ?? about[0];
}
