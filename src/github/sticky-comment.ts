/** One comment a pull request: found by its marker and our App id, edited in place, never written twice. */
import { GitHubError } from './github-error.ts';
import { coordinates } from './repository.ts';
import type { Repository } from './repository.ts';

export interface StickyComment {
  readonly body: string;
  /** True for a body that carries our marker. Anyone can copy a marker, so the author is checked too. */
  readonly isOurs: (body: string) => boolean;
}

/** Resolves to the comment's address. Rejects with GitHubError. */
export async function upsertComment(
  repository: Repository,
  pullRequest: number,
  comment: StickyComment,
): Promise<string> {
  try {
    const existing = await findComment(repository, pullRequest, comment.isOurs);
    if (existing === undefined) return await createComment(repository, pullRequest, comment.body);
    if (existing.body === comment.body) return existing.url;
    const { data } = await repository.client.rest.issues.updateComment({
      ...coordinates(repository),
      comment_id: existing.id,
      body: comment.body,
    });
    return data.html_url;
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
): Promise<{ readonly id: number; readonly body: string; readonly url: string } | undefined> {
  const pages = repository.client.paginate.iterator(repository.client.rest.issues.listComments, {
    ...coordinates(repository),
    issue_number: pullRequest,
    per_page: 100,
  });
  for await (const page of pages) {
    const found = page.data.find(
      (comment) => comment.performed_via_github_app?.id === repository.appId && isOurs(comment.body ?? ''),
    );
    if (found !== undefined) return { id: found.id, body: found.body ?? '', url: found.html_url };
  }
  return undefined;
}

async function createComment(repository: Repository, pullRequest: number, body: string): Promise<string> {
  const { data } = await repository.client.rest.issues.createComment({
    ...coordinates(repository),
    issue_number: pullRequest,
    body,
    // A create that failed after it succeeded would stand twice: it is not repeated, the next review finds it.
    request: { retries: 0 },
  });
  return data.html_url;
}
