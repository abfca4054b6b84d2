/** A pull request -> GitHub's pull request, whole or as lists show it. */
import type { Json } from '../json.ts';
import { associationOf } from '../roles.ts';
import type { PullRequest, Repository, Review, State } from '../state.ts';
import { showAccount } from './account.ts';
import { pageUrl, repositoryUrl, showRepository } from './repository.ts';
import { nodeId } from './urls.ts';

function addresses(state: State, repository: Repository, pull: PullRequest): Record<string, Json> {
  const api = repositoryUrl(state, repository);
  const self = `${api}/pulls/${pull.number}`;
  const html = `${pageUrl(state, repository)}/pull/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  const links = {
    self,
    html,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${self}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${self}/commits`,
    statuses: `${api}/statuses/${pull.head.sha}`,
  };
  return {
    url: self,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issue,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  };
}

export function showPullSimple(
  state: State,
  repository: Repository,
  pull: PullRequest,
): Record<string, Json> {
  const { base, head } = pull;
  return {
    ...addresses(state, repository, pull),
    id: pull.id,
    node_id: nodeId('PR', pull.id),
    number: pull.number,
    state: pull.state,
    locked: false,
    title: pull.title,
    user: showAccount(state, pull.author),
    body: pull.body,
    labels: [],
    milestone: null,
    active_lock_reason: null,
    created_at: pull.createdAt.toISOString(),
    updated_at: pull.updatedAt.toISOString(),
    closed_at: pull.closedAt?.toISOString() ?? null,
    merged_at: pull.mergedAt?.toISOString() ?? null,
    merge_commit_sha: pull.mergeCommit,
    assignee: null,
    assignees: [],
    requested_reviewers: [],
    requested_teams: [],
    head: {
      label: `${head.owner.login}:${head.ref}`,
      ref: head.ref,
      sha: head.sha,
      user: showAccount(state, head.owner),
      repo: head.repository ? showRepository(state, head.repository) : null,
    },
    base: {
      label: `${repository.owner.login}:${base.ref}`,
      ref: base.ref,
      sha: base.sha,
      user: showAccount(state, repository.owner),
      repo: showRepository(state, repository),
    },
    author_association: associationOf(repository, pull.author),
    auto_merge: null,
    draft: pull.draft,
  };
}

function mergeableState(pull: PullRequest): string {
  if (pull.draft) return 'draft';
  if (pull.mergeable === null) return 'unknown';
  return pull.mergeable ? 'clean' : 'dirty';
}

export function showPull(state: State, repository: Repository, pull: PullRequest): Record<string, Json> {
  const comments = [...repository.comments.values()].filter((comment) => comment.issue === pull.number);
  return {
    ...showPullSimple(state, repository, pull),
    merged: pull.mergedAt !== null,
    mergeable: pull.state === 'open' ? pull.mergeable : null,
    rebaseable: pull.state === 'open' ? pull.mergeable : null,
    mergeable_state: mergeableState(pull),
    merged_by: pull.mergedAt ? showAccount(state, pull.author) : null,
    comments: comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: pull.size.commits,
    additions: pull.size.additions,
    deletions: pull.size.deletions,
    changed_files: pull.size.files,
  };
}

/** The few fields that check runs and suites repeat; empty for forks, as GitHub leaves it. */
export function showPullsOfHead(state: State, repository: Repository, headSha: string): Json[] {
  const repo = { id: repository.id, url: repositoryUrl(state, repository), name: repository.name };
  return [...repository.pulls.values()]
    .filter(
      (pull) => pull.state === 'open' && pull.head.sha === headSha && pull.head.repository === repository,
    )
    .map((pull) => ({
      id: pull.id,
      number: pull.number,
      url: `${repositoryUrl(state, repository)}/pulls/${pull.number}`,
      head: { ref: pull.head.ref, sha: pull.head.sha, repo },
      base: { ref: pull.base.ref, sha: pull.base.sha, repo },
    }));
}

export function showReview(state: State, place: readonly [Repository, PullRequest], review: Review): Json {
  const [repository, pull] = place;
  const html = `${pageUrl(state, repository)}/pull/${pull.number}`;
  const url = `${repositoryUrl(state, repository)}/pulls/${pull.number}`;
  return {
    id: review.id,
    node_id: nodeId('PRR', review.id),
    user: showAccount(state, review.author),
    body: review.body,
    state: review.state,
    html_url: `${html}#pullrequestreview-${review.id}`,
    pull_request_url: url,
    _links: { html: { href: html }, pull_request: { href: url } },
    submitted_at: review.submittedAt.toISOString(),
    commit_id: review.commit,
    author_association: associationOf(repository, review.author),
  };
}
