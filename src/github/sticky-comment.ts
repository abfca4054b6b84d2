/** One comment a pull request: found by its marker and our App id, edited in place, never written twice. */
import { GitHubError } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

export interface StickyComment {
  /** Undefined when there is nothing to say: then none is made. */
  readonly body: string | undefined;
  /** What a comment that stands already says instead, lest it go on saying what is no longer so. */
  readonly bodyIfThere: string;
  /** True for a body that carries our marker. Anyone can copy a marker, so the author is checked too. */
  readonly isOurs: (body: string) => boolean;
}

/** Rejects with GitHubError. */
export async function upsertComment(
  repository: Repository,
  pullRequest: number,
  comment: StickyComment,
): Promise<void> {
  try {
    const existing = await findComment(repository, pullRequest, comment.isOurs);
    if (existing === undefined) {
      if (comment.body !== undefined) await createComment(repository, pullRequest, comment.body);
    } else if (existing.body !== comment.bodyIfThere) {
      await repository.client.rest.issues.updateComment({
        ...coordinates(repository),
        comment_id: existing.id,
        body: comment.bodyIfThere,
      });
    }
  } catch (error) {
    throw new GitHubError(
      `writing the comment on ${repository.owner}/${repository.name}#${pullRequest}`,
      error,
    );
  }
}

async function findComment(
  repository: Repository,
  pullRequest: number,
  isOurs: (body: string) => boolean,
): Promise<{ readonly id: number; readonly body: string } | undefined> {
  const pages = repository.client.paginate.iterator(repository.client.rest.issues.listComments, {
    ...coordinates(repository),
    issue_number: pullRequest,
    per_page: 100,
  });
  for await (const page of pages) {
    const found = page.data.find(
      (comment) => comment.performed_via_github_app?.id === repository.appId && isOurs(comment.body ?? ''),
    );
    if (found !== undefined) return { id: found.id, body: found.body ?? '' };
  }
  return undefined;
}

async function createComment(repository: Repository, pullRequest: number, body: string): Promise<void> {
  await repository.client.rest.issues.createComment({
    ...coordinates(repository),
    issue_number: pullRequest,
    body,
    // A create that failed after it succeeded would stand twice: it is not repeated, the next review finds it.
    request: { retries: 0 },
  });
}
