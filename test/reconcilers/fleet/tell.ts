/** One story -> told on a real Fleet: base deployed, drift made, the pull request reviewed and merged, and all judged. */
import { identityOf } from '../../../src/object/identity.ts';
import type { StoryVerdict } from '../fidelity.ts';
import { readAll } from '../hands.ts';
import { judgeAll } from '../judge-all.ts';
import type { Judged } from '../judged.ts';
import { homeCluster, placedKey, secondCluster, type Placed } from '../placed.ts';
import { bare } from '../read-object.ts';
import type { ReviewedPullRequest } from '../reviewer.ts';
import type { Named } from '../stories.ts';
import type { Court } from './court.ts';
import { runGitJobs } from './git-job.ts';
import { releasedObjects } from './releases.ts';
import { demandDeployed, settle } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import type { Story } from './story.ts';

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
  const { told, repository, hand, secondHand, court, name } = stage;
  await deployBase(stage);
  await told.drift?.(hand);
  const reviewed = await openAndReview(stage);

  const hands = new Map([[homeCluster, hand]]);
  if (secondHand !== undefined) hands.set(secondCluster, secondHand);
  const also = (told.also ?? []).map((each) => ({ cluster: homeCluster, identity: identityOf(each) }));
  const named: readonly Placed[] = [...reviewed.predicted, ...also];
  const releasedBefore = await releasedObjects(court, name);
  const before = await readAll(hands, [...named, ...releasedBefore]);
  const beforeMerge = await court.now();
  await repository.pullRequest(1).merge();
  const failed = await followMain(stage);

  const counted = [...releasedBefore, ...(await releasedObjects(court, name))];
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
  const writes = await court.writesSince(beforeMerge, name);
  return { objects, failures: await failuresOf(stage, { reviewed, objects, writes, failed }) };
}

async function deployBase(stage: Stage): Promise<void> {
  const { told, repository, hand, court, name } = stage;
  await repository.commit({ branch: 'main', files: told.base, message: 'Start' });
  await told.prepare?.(hand);
  for (const gitRepo of told.gitRepos) await hand.apply(gitRepo);
  const failed = await followMain(stage);
  if (failed.length > 0) throw new Error(`base is not applied: ${failed.join('; ')}`);
  if (told.baseMayDiffer !== true) await demandDeployed(court, name);
  if (told.merged === undefined) return;
  await repository.commit({ branch: 'main', files: told.merged, message: 'Go on' });
  await followMain(stage);
}

async function followMain({ court, repository, told, name }: Stage): Promise<readonly string[]> {
  const followed = { cloneUrl: repository.cloneUrl, gitRepos: told.gitRepos };
  const failed = await runGitJobs(court.fleet, followed);
  await settle(court, name);
  return failed;
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
  readonly failed: readonly string[];
}

async function failuresOf(stage: Stage, ended: Ended): Promise<readonly string[]> {
  const { told, hand } = stage;
  const { reviewed, objects, writes } = ended;
  const failures = [...jobFailures(stage, ended)];
  if (objects.length < fewestObjects)
    failures.push(`it has ${String(objects.length)} objects, and a story needs ${String(fewestObjects)}`);
  if (told.lands && writes.length === 0) failures.push('Fleet wrote nothing after the merge');
  if (!told.lands && writes.length > 0) failures.push(`Fleet wrote after the merge: ${writes.join(', ')}`);
  try {
    const { review, predicted } = reviewed;
    await told.check?.({ review, predicted, writes, live: async (identity) => hand.read(bare(identity)) });
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  return failures;
}

function jobFailures({ told: { fails } }: Stage, { failed }: Ended): readonly string[] {
  if (fails === undefined) return failed.map((each) => `the Job failed: ${each}`);
  return failed.some((each) => fails.test(each))
    ? []
    : [`the Job did not fail as told: ${failed.join('; ')}`];
}
