/** What a story expects beside the state of its objects -> what of it did not come true. */
import { isJsonObject } from '../../../src/object/json.ts';
import type { Judged } from '../judged.ts';
import { bare } from '../read-object.ts';
import type { ReviewedPullRequest } from '../reviewer.ts';
import { nameOf } from './applications.ts';
import { own, startOf } from './settling.ts';
import type { Stage } from './stage.ts';

interface Ended {
  readonly reviewed: ReviewedPullRequest;
  /** The newest operation of each Application before the merge. */
  readonly operations: ReadonlyMap<string, string>;
  /** A place in the audit log. */
  readonly beforeMerge: number;
  readonly objects: readonly Judged[];
}

const fewestObjects = 3;

export async function failuresOf(stage: Stage, ended: Ended): Promise<readonly string[]> {
  const { told, settling } = stage;
  const { objects, operations } = ended;
  const failures: string[] = [];
  if (objects.length < fewestObjects)
    failures.push(`it has ${String(objects.length)} objects, and a story needs ${String(fewestObjects)}`);
  const synced = own(settling).filter((each) => startOf(each) !== (operations.get(nameOf(each)) ?? ''));
  if (told.syncs && synced.length === 0) failures.push('no operation ran after the merge');
  if (!told.syncs && synced.length > 0)
    failures.push(`an operation ran after the merge: ${synced.map(nameOf).join(', ')}`);
  try {
    await told.check?.({
      review: ended.reviewed.review,
      predicted: ended.reviewed.predicted,
      applications: new Map(
        own(settling)
          .filter(isJsonObject)
          .map((each) => [nameOf(each), each]),
      ),
      writes: async () => stage.court.writesSince(ended.beforeMerge, stage.place.namespace),
      live: async (identity) => stage.hand.read(bare(identity)),
    });
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  return failures;
}
