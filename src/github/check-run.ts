/** The check run of one review: opened at once, always concluded, annotations in batches of fifty. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RestEndpointMethodTypes } from '@octokit/rest';

import type { Conclusion } from '../approval/decide.ts';
import { GitHubError, statusOf } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

/** GitHub takes no more in one call and appends those of later calls. */
const annotationsPerCall = 50;

/** In milliseconds: after each try that GitHub did not answer, before it is asked whether the run is there. */
const pausesAfterCreation = [1000, 4000, 9000];

/** In milliseconds: two minutes, longer than the retry plugin waits, since an open check blocks a merge for good. */
const pausesBeforeConclusion = [1000, 4000, 9000, 16_000, 30_000, 60_000];

type Output = NonNullable<RestEndpointMethodTypes['checks']['update']['parameters']['output']>;
export type Annotation = Readonly<NonNullable<Output['annotations']>[number]>;

export interface CheckOutput {
  readonly title: string;
  readonly summary: string;
  readonly text: string | undefined;
}

export interface CheckConclusion {
  readonly conclusion: Conclusion;
  readonly output: CheckOutput;
  readonly annotations: readonly Annotation[];
}

/** Resolves to the check run's id. Rejects with GitHubError. */
export async function openCheck(repository: Repository, headSha: string, name: string): Promise<number> {
  try {
    return await createOnce(repository, { head_sha: headSha, name, external_id: randomUUID() });
  } catch (error) {
    throw new GitHubError(`opening the check on ${repository.owner}/${repository.name}@${headSha}`, error);
  }
}

interface NewRun {
  readonly head_sha: string;
  readonly name: string;
  /** Of this review alone, by which a run is found whose creation was carried out but not answered. */
  readonly external_id: string;
}

async function createOnce(repository: Repository, run: NewRun): Promise<number> {
  let unanswered: unknown;
  for (const pause of pausesAfterCreation) {
    try {
      return await create(repository, run);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      unanswered = error;
    }
    await sleep(pause);
    const found = await find(repository, run);
    if (found !== undefined) return found;
  }
  throw unanswered;
}

/** A connection that was cut has status 500 too. */
function isUnanswered(error: unknown): boolean {
  return (statusOf(error) ?? 0) >= 500;
}

async function create(repository: Repository, run: NewRun): Promise<number> {
  const { data } = await repository.client.rest.checks.create({
    ...coordinates(repository),
    ...run,
    status: 'in_progress',
    // A create that failed after it succeeded would stand twice: it is looked for before it is repeated.
    request: { retries: 0 },
  });
  return data.id;
}

async function find(repository: Repository, run: NewRun): Promise<number | undefined> {
  const { data } = await repository.client.rest.checks.listForRef({
    ...coordinates(repository),
    ref: run.head_sha,
    check_name: run.name,
    app_id: repository.appId,
    filter: 'all',
    per_page: 100,
  });
  return data.check_runs.find(({ external_id: id }) => id === run.external_id)?.id;
}

/** An annotation that GitHub does not take must not leave the check open. Rejects with GitHubError. */
export async function concludeCheck(
  repository: Repository,
  checkRun: number,
  concluded: CheckConclusion,
): Promise<void> {
  try {
    await sendConclusion(repository, checkRun, concluded);
  } catch (error) {
    if (concluded.annotations.length > 0) {
      await sendConclusion(repository, checkRun, { ...concluded, annotations: [] });
    }
    throw error;
  }
}

/** Earlier batches go out while the run is still open, so that the conclusion comes last and stands on all. */
async function sendConclusion(
  repository: Repository,
  checkRun: number,
  { conclusion, output, annotations }: CheckConclusion,
): Promise<void> {
  const batches = batchesOf(annotations);
  const last = batches.pop() ?? [];
  try {
    for (const batch of batches) {
      await repository.client.rest.checks.update({
        ...coordinates(repository),
        check_run_id: checkRun,
        output: { ...written(output), annotations: [...batch] },
      });
    }
    await untilAnswered(() =>
      repository.client.rest.checks.update({
        ...coordinates(repository),
        check_run_id: checkRun,
        status: 'completed',
        conclusion,
        output: { ...written(output), annotations: [...last] },
        // A number above zero would have the plugin repeat what GitHub refuses, too.
        request: { retries: 0 },
      }),
    );
  } catch (error) {
    throw new GitHubError(
      `concluding check run ${checkRun} of ${repository.owner}/${repository.name}`,
      error,
    );
  }
}

async function untilAnswered(send: () => Promise<unknown>): Promise<void> {
  for (const pause of pausesBeforeConclusion) {
    try {
      await send();
      return;
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
    await sleep(pause);
  }
  await send();
}

function batchesOf(annotations: readonly Annotation[]): Annotation[][] {
  const batches: Annotation[][] = [];
  for (let start = 0; start < annotations.length; start += annotationsPerCall) {
    batches.push(annotations.slice(start, start + annotationsPerCall));
  }
  return batches;
}

function written(output: CheckOutput): { title: string; summary: string; text?: string } {
  const { title, summary, text } = output;
  return text === undefined ? { title, summary } : { title, summary, text };
}
