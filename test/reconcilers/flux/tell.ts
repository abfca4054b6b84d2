/** One story -> told on a real Flux: base reconciled, drift made, the pull request reviewed and merged, and all judged. */
import { identityOf } from '../../../src/object/identity.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import type { StoryVerdict } from '../fidelity.ts';
import { readAll } from '../hands.ts';
import { judgeAll } from '../judge-all.ts';
import type { Judged } from '../judged.ts';
import { homeCluster, placedKey, type Placed } from '../placed.ts';
import { bare } from '../read-object.ts';
import type { ReviewedPullRequest } from '../reviewer.ts';
import type { Named } from '../stories.ts';
import type { Court } from './court.ts';
import { isSuspended, listed, readyOf, steps } from './flux-kinds.ts';
import { saidOf, settle } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import type { Story } from './story.ts';
import { inventories } from './witness.ts';

const fewestObjects = 3;

/** What goes wrong is the story's failure: the others go on. */
export async function tell(court: Court, named: Named<Story>): Promise<StoryVerdict> {
  const { name, story } = named;
  try {
    const stage = await openStage(court, named);
    return { name, title: story.title, ...(await play(stage)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { name, title: story.title, objects: [], failures: [why] };
  }
}

async function play(stage: Stage): Promise<Pick<StoryVerdict, 'objects' | 'failures'>> {
  const { told, repository, settling, hand, court, place } = stage;
  await reconcileBase(stage);
  await told.drift?.(hand);
  const reviewed = await openAndReview(stage);

  const hands = new Map([[homeCluster, hand]]);
  const also = (told.also ?? []).map((each) => ({ cluster: homeCluster, identity: identityOf(each) }));
  const named: readonly Placed[] = [...reviewed.predicted, ...also];
  const listedBefore = await inventories(settling);
  const before = await readAll(hands, [...named, ...listedBefore]);
  const beforeMerge = await court.now();
  await repository.pullRequest(1).merge();
  await settle(settling);

  const counted = [...listedBefore, ...(await inventories(settling))];
  const placed = [...named, ...counted];
  const landed = await readAll(hands, placed);
  const units = Map.groupBy(counted, placedKey);
  const seen = new Map(
    placed.map(({ cluster, identity }) => {
      const key = placedKey({ cluster, identity });
      const by = (units.get(key) ?? []).map(({ unit }) => unit);
      return [key, { cluster, identity, before: before.get(key), landed: landed.get(key), units: by }];
    }),
  );
  const objects = judgeAll([...seen.values()], reviewed);
  const writes = await court.writesSince(beforeMerge, place.namespace);
  return { objects, failures: await failuresOf(stage, { reviewed, objects, writes }) };
}

async function reconcileBase({ told, repository, settling, hand }: Stage): Promise<void> {
  await repository.commit({ branch: 'main', files: told.base, message: 'Start' });
  if (told.tag !== undefined) await repository.createTag(told.tag);
  await told.prepare?.(hand);
  for (const object of told.cluster) await hand.apply(object);
  await settle(settling);
  if (told.merged !== undefined) {
    await repository.commit({ branch: 'main', files: told.merged, message: 'Go on' });
    await settle(settling);
  }
  if (told.baseMayDiffer === true) return;
  const unready: JsonObject[] = [];
  for (const kind of steps.flat()) {
    const objects = await listed(settling.admin, kind, settling.namespace);
    unready.push(...objects.filter((each) => !isSuspended(each) && readyOf(each).status === 'False'));
  }
  if (unready.length > 0) throw new Error(`base is not reconciled: ${unready.map(saidOf).join('; ')}`);
}

async function openAndReview({ told, repository, court }: Stage): Promise<ReviewedPullRequest> {
  await repository.createBranch('change');
  await repository.commit({ branch: 'change', files: told.head, message: 'Change' });
  return court.review(repository, await repository.openPullRequest({ title: 'Change', head: 'change' }));
}

interface Ended {
  readonly reviewed: ReviewedPullRequest;
  readonly objects: readonly Judged[];
  readonly writes: readonly string[];
}

async function failuresOf(
  { told, hand }: Stage,
  { reviewed, objects, writes }: Ended,
): Promise<readonly string[]> {
  const failures: string[] = [];
  if (objects.length < fewestObjects)
    failures.push(`it has ${String(objects.length)} objects, and a story needs ${String(fewestObjects)}`);
  if (told.lands && writes.length === 0) failures.push('Flux wrote nothing after the merge');
  if (!told.lands && writes.length > 0) failures.push(`Flux wrote after the merge: ${writes.join(', ')}`);
  try {
    const { review, predicted } = reviewed;
    await told.check?.({ review, predicted, writes, live: async (identity) => hand.read(bare(identity)) });
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  return failures;
}
