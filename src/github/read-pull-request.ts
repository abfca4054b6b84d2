/** A pull request's address -> what GitHub says of it now; nothing is taken from an event, which may be old. */
import type { PullRequest } from '../source/pull-request.ts';
import { GitHubError, statusOf } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

export type OpenPullRequest = PullRequest & { readonly open: boolean };

/** Undefined when there is none, or none that the App may see. Rejects with GitHubError. */
export async function readPullRequest(
  repository: Repository,
  number: number,
): Promise<OpenPullRequest | undefined> {
  try {
    const { data } = await repository.client.rest.pulls.get({
      ...coordinates(repository),
      pull_number: number,
    });
    // Typed as always there, but null when the fork was deleted.
    const head: { readonly id: number } | null = data.head.repo;
    return {
      owner: repository.owner,
      name: repository.name,
      number,
      baseRef: data.base.ref,
      headSha: data.head.sha,
      headRef: data.head.ref,
      headRepository: headRepositoryOf(head?.id, data.base.repo.id),
      cloneUrl: data.base.repo.clone_url,
      open: data.state === 'open',
      defaultBranch: data.base.repo.default_branch,
    };
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw new GitHubError(`reading ${repository.owner}/${repository.name}#${number}`, error);
  }
}

function headRepositoryOf(head: number | undefined, base: number): PullRequest['headRepository'] {
  if (head === undefined) return 'deleted';
  return head === base ? 'same' : 'fork';
}

/** Numbers of the open pull requests whose head a commit is now. Rejects with GitHubError. */
export async function openPullRequestsOf(
  repository: Repository,
  headSha: string,
): Promise<readonly number[]> {
  try {
    const { data } = await repository.client.rest.repos.listPullRequestsAssociatedWithCommit({
      ...coordinates(repository),
      commit_sha: headSha,
      per_page: 100,
    });
    return data
      .filter((each) => each.state === 'open' && each.head.sha === headSha)
      .map((each) => each.number);
  } catch (error) {
    throw new GitHubError(
      `finding the pull requests of ${repository.owner}/${repository.name}@${headSha}`,
      error,
    );
  }
}
