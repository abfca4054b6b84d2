/** The check run of one review: opened at once, always concluded, annotations in batches of fifty. */
import type { RestEndpointMethodTypes } from '@octokit/rest';

import type { Conclusion } from '../approval/decide.ts';
import { GitHubError } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

/** GitHub takes no more in one call and appends those of later calls. */
const annotationsPerCall = 50;

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
    const { data } = await repository.client.rest.checks.create({
      ...coordinates(repository),
      name,
      head_sha: headSha,
      status: 'in_progress',
      request: { retries: 0 },
    });
    return data.id;
  } catch (error) {
    throw new GitHubError(`opening the check on ${repository.owner}/${repository.name}@${headSha}`, error);
  }
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
    await repository.client.rest.checks.update({
      ...coordinates(repository),
      check_run_id: checkRun,
      status: 'completed',
      conclusion,
      output: { ...written(output), annotations: [...last] },
    });
  } catch (error) {
    throw new GitHubError(
      `concluding check run ${checkRun} of ${repository.owner}/${repository.name}`,
      error,
    );
  }
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
