/** All objects of a story and a review of it -> a verdict on each. */
import type { Gap } from '../../src/object/gap.ts';
import { compareIdentities, identityKey, type VersionedIdentity } from '../../src/object/identity.ts';
import { judge, type Judged, type Witnessed } from './judged.ts';
import type { Predicted } from './predicted.ts';

/** An object, and the units that the reconciler itself counts it to. */
export interface Counted extends Witnessed {
  /** Their ids. */
  readonly units: readonly string[];
}

interface Reviewed {
  readonly review: { readonly gaps: readonly Gap[] };
  readonly predicted: readonly Predicted[];
}

export function judgeAll(seen: readonly Counted[], { review, predicted }: Reviewed): readonly Judged[] {
  return seen
    .toSorted((a, b) => compareIdentities(a.identity, b.identity))
    .map((each) => judge(each, predictionOf(each, predicted), unseenBy(review.gaps, each)));
}

/** Why an object has no prediction: a gap of the object itself, or one of a whole unit that it is counted to. */
function unseenBy(gaps: readonly Gap[], { identity, units }: Counted): string | undefined {
  const covers = ({ object, unit, kind }: Gap): boolean => {
    if (object !== undefined) return identityKey(object) === identityKey(identity);
    return kind !== 'no-cluster' && unit !== undefined && units.includes(unit);
  };
  return gaps.find(covers)?.why;
}

/** An object that is handed over is spoken of twice: by the unit that it leaves, and by the one that takes it. */
function predictionOf(
  { identity }: { readonly identity: VersionedIdentity },
  predicted: readonly Predicted[],
): Predicted | undefined {
  const key = identityKey(identity);
  const about = predicted.filter((each) => identityKey(each.identity) === key);
  return about.find(({ after }) => after !== undefined) ?? about[0];
}
