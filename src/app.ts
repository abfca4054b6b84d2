/** Webhook events -> reviews to do. Nothing of a payload is trusted but which pull request it is about. */
import type { Probot } from 'probot';

export interface PullRequestAddress {
  readonly owner: string;
  readonly name: string;
  readonly number: number;
  readonly installation: number;
}

/** `delivery` is the id of the event's delivery, which GitHub repeats when it is delivered again. */
export type OnPullRequest = (address: PullRequestAddress, delivery: string) => void;

/** Finds the open pull requests whose head a commit is; a payload does not name those from forks. */
export type PullRequestsOf = (
  repository: Omit<PullRequestAddress, 'number'>,
  headSha: string,
) => Promise<readonly number[]>;

export function subscribe(
  probot: Probot,
  appId: number,
  {
    onPullRequest,
    pullRequestsOf,
  }: { readonly onPullRequest: OnPullRequest; readonly pullRequestsOf: PullRequestsOf },
): void {
  probot.on(
    [
      'pull_request.opened',
      'pull_request.synchronize',
      'pull_request.reopened',
      'pull_request.ready_for_review',
    ],
    ({ id, payload }) => {
      onPullRequest({ ...repositoryOf(payload), number: payload.pull_request.number }, id);
    },
  );
  probot.on('pull_request.edited', ({ id, payload }) => {
    if (payload.changes.base === undefined) return;
    onPullRequest({ ...repositoryOf(payload), number: payload.pull_request.number }, id);
  });
  probot.on('check_run.rerequested', async ({ id, payload }) => {
    if (payload.check_run.app?.id !== appId) return;
    await reviewHead(repositoryOf(payload), payload.check_run.head_sha, id);
  });
  probot.on('check_suite.rerequested', async ({ id, payload }) => {
    if (payload.check_suite.app?.id !== appId) return;
    await reviewHead(repositoryOf(payload), payload.check_suite.head_sha, id);
  });

  async function reviewHead(
    repository: Omit<PullRequestAddress, 'number'>,
    headSha: string,
    delivery: string,
  ): Promise<void> {
    for (const number of await pullRequestsOf(repository, headSha)) {
      onPullRequest({ ...repository, number }, delivery);
    }
  }
}

interface FromRepository {
  readonly repository: { readonly name: string; readonly owner: { readonly login: string } };
  readonly installation?: { readonly id: number };
}

function repositoryOf({ repository, installation }: FromRepository): Omit<PullRequestAddress, 'number'> {
  if (installation === undefined)
    throw new Error(`the event of ${repository.owner.login}/${repository.name} names no installation`);
  return { owner: repository.owner.login, name: repository.name, installation: installation.id };
}
