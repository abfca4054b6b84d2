/** One story -> told on a real Argo CD: base synced, drift made, the pull request reviewed and merged, and all judged. */
import { setTimeout as sleep } from 'node:timers/promises';

import { identityOf } from '../../../src/object/identity.ts';
import { at, type JsonObject } from '../../../src/object/json.ts';
import type { StoryVerdict } from '../fidelity.ts';
import { readAll } from '../hands.ts';
import { judgeAll } from '../judge-all.ts';
import { homeCluster, placedKey, type Placed } from '../placed.ts';
import type { ReviewedPullRequest } from '../reviewer.ts';
import type { Named } from '../stories.ts';
import { nameOf } from './applications.ts';
import type { Court } from './court.ts';
import { failuresOf } from './failures.ts';
import { settle, syncByHand } from './settle.ts';
import { isAutomated, own, startOf, stateOf, statesOf, type Settling } from './settling.ts';
import { openStage, type Stage } from './stage.ts';
import type { Story } from './story.ts';
import { listed } from './witness.ts';

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
  const { told, repository, settling, hand, hands, court } = stage;
  await syncBase(stage);
  if (told.merged !== undefined) {
    await repository.commit({ branch: 'main', files: told.merged, message: 'Go on' });
    await settle(settling);
  }
  await told.drift?.(hand);
  if (told.drift !== undefined) await settle(settling);
  const reviewed = await openAndReview(stage);

  const also = (told.also ?? []).map((each) => ({ cluster: homeCluster, identity: identityOf(each) }));
  const named: readonly Placed[] = [...reviewed.predicted, ...also];
  const listedBefore = listed(settling);
  const before = await readAll(hands, [...named, ...listedBefore]);
  const operations = new Map(own(settling).map((each) => [nameOf(each), startOf(each)]));
  const beforeMerge = await court.now();
  await repository.pullRequest(1).merge();
  await settle(settling);
  if (told.merge === 'by-hand') await syncAllByHand(settling);
  const early = told.later === undefined ? [] : startedSince(settling, operations);
  if (told.later !== undefined) {
    await told.later(hand);
    await settle(settling);
  }

  const counted = [...listedBefore, ...listed(settling)];
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
  const failures = await failuresOf(stage, { reviewed, operations, beforeMerge, objects });
  return { objects, failures: [...early.map((name) => `${name} did not wait`), ...failures] };
}

function startedSince(settling: Settling, operations: ReadonlyMap<string, string>): readonly string[] {
  return own(settling)
    .filter((each) => startOf(each) !== (operations.get(nameOf(each)) ?? ''))
    .map(nameOf);
}

async function syncBase({ told, repository, settling, hand }: Stage): Promise<void> {
  await repository.commit({ branch: 'main', files: told.base, message: 'Start' });
  if (told.tag !== undefined) await repository.createTag(told.tag);
  await told.prepare?.(hand);
  for (const object of told.cluster) await hand.apply(object);
  const declared = told.cluster.filter(({ kind }) => kind === 'Application').length;
  await settling.applications.until({
    what: () => `for ${String(declared)} Applications: ${statesOf(settling)}`,
    isSo: () => own(settling).length >= declared,
    progress: () => String(own(settling).length),
  });
  await settle(settling);
  await syncAllByHand(settling);
  let differing = differingIn(settling);
  // What a sync has made, Argo CD's own cache of the cluster learns of a moment later, which is long where all is slow.
  for (let pause = 50; told.baseMayDiffer !== true && differing.length > 0 && pause < 30_000; pause *= 3) {
    await sleep(pause);
    await settle(settling);
    differing = differingIn(settling);
  }
  if (told.baseMayDiffer === true || differing.length === 0) return;
  throw new Error(`base is not synced: ${differing.map(stateOf).join('; ')}`);
}

function differingIn(settling: Settling): readonly JsonObject[] {
  return own(settling).filter((each) => at(each, 'status', 'sync', 'status') !== 'Synced');
}

async function syncAllByHand(settling: Settling): Promise<void> {
  const waiting = own(settling).filter((each) => !isAutomated(each));
  await Promise.all(waiting.map(async (each) => syncByHand(settling, each)));
  if (waiting.length > 0) await settle(settling);
}

async function openAndReview({ told, repository, court, settling }: Stage): Promise<ReviewedPullRequest> {
  await repository.createBranch('change');
  await repository.commit({ branch: 'change', files: told.head, message: 'Change' });
  const pull = await repository.openPullRequest({ title: 'Change', head: 'change' });
  for (const [branch, files] of Object.entries(told.alsoOpen ?? {})) {
    await repository.createBranch(branch);
    await repository.commit({ branch, files, message: 'Change' });
    await repository.openPullRequest({ title: 'Another change', head: branch });
  }
  if (told.alsoOpen !== undefined) await settle(settling);
  return court.review(repository, pull);
}
