/** A comment, its reactions and the issue half of a pull request -> GitHub's issue comment, reaction and issue. */
import type { Json } from '../json.ts';
import type { Comment, Reaction, Repository, State } from '../state.ts';
import { associationOf } from '../roles.ts';
import { showAccount } from './account.ts';
import { showApp } from './app.ts';
import { pageUrl, repositoryUrl } from './repository.ts';
import { nodeId } from './urls.ts';

export const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;

export function showReactions(url: string, reactions: readonly Reaction[]): Record<string, Json> {
  const count = (content: string): number =>
    reactions.filter((reaction) => reaction.content === content).length;
  return {
    url: `${url}/reactions`,
    total_count: reactions.length,
    ...Object.fromEntries(REACTIONS.map((content) => [content, count(content)])),
  };
}

export function showReaction(state: State, reaction: Reaction): Record<string, Json> {
  return {
    id: reaction.id,
    node_id: nodeId('REA', reaction.id),
    user: showAccount(state, reaction.user),
    content: reaction.content,
    created_at: reaction.createdAt.toISOString(),
  };
}

export function commentNodeId(comment: Comment): string {
  return nodeId('IC', comment.id);
}

export function showComment(state: State, repository: Repository, comment: Comment): Record<string, Json> {
  const base = repositoryUrl(state, repository);
  const url = `${base}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: commentNodeId(comment),
    url,
    html_url: `${pageUrl(state, repository)}/pull/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${base}/issues/${comment.issue}`,
    body: comment.body,
    user: showAccount(state, comment.author),
    created_at: comment.createdAt.toISOString(),
    updated_at: comment.updatedAt.toISOString(),
    author_association: associationOf(repository, comment.author),
    reactions: showReactions(url, comment.reactions),
    performed_via_github_app: comment.byApp ? showApp(state) : null,
    ...(comment.minimized ? { minimized: { reason: comment.minimized.toLowerCase() } } : {}),
  };
}
