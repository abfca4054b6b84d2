/** One pull request -> its check concluded and its comment written, whatever happens on the way. */
import { decide } from '../approval/decide.ts';
import { concludeCheck, openCheck } from '../github/check-run.ts';
import type { CheckConclusion } from '../github/check-run.ts';
import { readPullRequest } from '../github/read-pull-request.ts';
import type { OpenPullRequest } from '../github/read-pull-request.ts';
import type { Repository } from '../github/repository.ts';
import { upsertComment } from '../github/sticky-comment.ts';
import type { Masked } from '../object/masked.ts';
import { annotationsOf } from '../report/annotations.ts';
import { checkName, checkOutputOf, endedOutput } from '../report/check-run.ts';
import { commentBody, toComment } from '../report/comment.ts';
import { endedComment } from '../report/ended.ts';
import type { Links } from '../report/link.ts';
import { isOurs } from '../report/marker.ts';
import type { Review } from '../report/review.ts';
import { settle } from './outcome.ts';
import type { Outcome } from './outcome.ts';
import { stoppingAt } from './stopping.ts';

export interface Job {
  readonly repository: Repository;
  readonly number: number;
  /** Why nothing is looked at yet; undefined where nothing stands against it. */
  readonly holdOf: (pullRequest: OpenPullRequest) => Masked | undefined;
  /** Rejects with the few errors that end a review. */
  readonly review: (
    pullRequest: OpenPullRequest,
    onPartial: (review: Review) => void,
    stop: AbortSignal,
  ) => Promise<Review>;
  /** Words for an error that ended a review; logs what only the operator may see. */
  readonly explain: (error: unknown) => Masked;
  /** Milliseconds. */
  readonly deadline: number;
}

/** Rejects with GitHubError when GitHub cannot be told. */
export async function runJob(job: Job, superseded: AbortSignal): Promise<void> {
  const { repository, number } = job;
  const pullRequest = await readPullRequest(repository, number);
  if (pullRequest === undefined || !pullRequest.open) return;
  const check = await openCheck(repository, pullRequest.headSha, checkName);
  const stopping = stoppingAt(superseded, job.deadline);
  const links = linksTo(pullRequest);
  const outcome = await outcomeOf(job, pullRequest, stopping.signal);
  stopping.end();
  try {
    await say(job, pullRequest, outcome);
  } finally {
    await concludeCheck(repository, check, conclusionOf(outcome, links));
  }
}

async function outcomeOf(job: Job, pullRequest: OpenPullRequest, stop: AbortSignal): Promise<Outcome> {
  const partials = createPartials(job, linksTo(pullRequest), stop);
  const outcome = await settle(work(job, pullRequest, { partials, stop }), stop, job.explain);
  await partials.written();
  return settle(ifCurrent(job.repository, pullRequest, outcome), stop, job.explain);
}

/** What ended without an answer is said only where a comment stands that would go on saying something else. */
async function say(job: Job, pullRequest: OpenPullRequest, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case 'reviewed':
      return comment(job, outcome.review, linksTo(pullRequest));
    case 'held':
    case 'failed':
    case 'timed-out':
      return upsertComment(job.repository, job.number, {
        body: undefined,
        bodyIfThere: endedComment(outcome, pullRequest.headSha),
        isOurs,
      });
    case 'superseded':
  }
}

interface Partials {
  write(partial: Review): void;
  /** Resolves when none is on its way, so that the final comment is the last one. */
  written(): Promise<void>;
}

/** One after the other; a failure is told, and the final comment tries again. */
function createPartials(job: Job, links: Links, stop: AbortSignal): Partials {
  let last = Promise.resolve();
  const writeAfter = async (earlier: Promise<void>, partial: Review): Promise<void> => {
    await earlier;
    if (stop.aborted) return;
    try {
      await comment(job, partial, links);
    } catch (error) {
      job.explain(error);
    }
  };
  return {
    write(partial) {
      last = writeAfter(last, partial);
    },
    written: () => last,
  };
}

interface Working {
  readonly partials: Partials;
  readonly stop: AbortSignal;
}

async function work(job: Job, pullRequest: OpenPullRequest, { partials, stop }: Working): Promise<Outcome> {
  const why = job.holdOf(pullRequest);
  if (why !== undefined) return { kind: 'held', why };
  return {
    kind: 'reviewed',
    review: await job.review(pullRequest, (partial) => partials.write(partial), stop),
  };
}

/** A push during the review is reviewed by its own event; what was found before it is not shown as if it spoke of it. */
async function ifCurrent(
  repository: Repository,
  reviewed: OpenPullRequest,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.kind !== 'reviewed') return outcome;
  const now = await readPullRequest(repository, reviewed.number);
  const isCurrent = now?.headSha === reviewed.headSha && now.baseRef === reviewed.baseRef;
  return isCurrent ? outcome : { kind: 'superseded' };
}

async function comment({ repository, number }: Job, review: Review, links: Links): Promise<void> {
  await upsertComment(repository, number, {
    body: toComment(review, links),
    bodyIfThere: commentBody(review, links),
    isOurs,
  });
}

/** The head, where a person would correct it; the merge that was reviewed is no commit of the repository. */
function linksTo({ cloneUrl, headSha }: OpenPullRequest): Links {
  return { repository: cloneUrl.replace(/\.git$/, ''), commit: headSha };
}

function conclusionOf(outcome: Outcome, links: Links): CheckConclusion {
  if (outcome.kind !== 'reviewed') {
    return { conclusion: decide(outcome), output: endedOutput(outcome), annotations: [] };
  }
  const { review } = outcome;
  return {
    conclusion: review.conclusion,
    output: checkOutputOf(review, links),
    annotations: annotationsOf(review),
  };
}
