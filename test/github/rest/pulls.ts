/** Pull requests and their reviews. */
import { notFound, ok, refused, type Answer } from '../answer.ts';
import { pullOf, type RepositoryCall, type RepositoryOperation } from '../call.ts';
import { commitOf, tryGit } from '../git.ts';
import { showPull, showPullSimple, showReview } from '../show/pull-request.ts';
import type { Permissions, PullRequest } from '../state.ts';

const READ: readonly Permissions[] = [{ pull_requests: 'read' }];

function get(call: RepositoryCall): Answer {
  const pull = pullOf(call, 'pull_number');
  return pull ? ok(showPull(call.state, call.repository, pull)) : notFound();
}

function matches(pull: PullRequest, query: Readonly<Record<string, string>>): boolean {
  const { state = 'open', head, base } = query;
  if (state !== 'all' && pull.state !== state) return false;
  if (base !== undefined && pull.base.ref !== base) return false;
  return head === undefined || `${pull.head.owner.login}:${pull.head.ref}` === head;
}

function list(call: RepositoryCall): Answer {
  const { query, state, repository } = call;
  const pulls = [...repository.pulls.values()].filter((pull) => matches(pull, query));
  const time = (pull: PullRequest): number =>
    (query['sort'] === 'updated' ? pull.updatedAt : pull.createdAt).getTime();
  const direction =
    query['direction'] ?? (query['sort'] === undefined || query['sort'] === 'created' ? 'desc' : 'asc');
  const sorted = pulls.toSorted((a, b) => time(a) - time(b) || a.number - b.number);
  const ordered = direction === 'asc' ? sorted : sorted.toReversed();
  return { status: 200, list: ordered.map((pull) => showPullSimple(state, repository, pull)) };
}

function reviews(call: RepositoryCall): Answer {
  const pull = pullOf(call, 'pull_number');
  if (!pull) return notFound();
  const { state, repository } = call;
  return { status: 200, list: pull.reviews.map((review) => showReview(state, [repository, pull], review)) };
}

async function isAncestor(directory: string, commit: string, of: string): Promise<boolean> {
  return (await tryGit(directory, ['merge-base', '--is-ancestor', commit, of])).code === 0;
}

/** Open and merged pull requests that contain the commit. */
async function ofCommit(call: RepositoryCall): Promise<Answer> {
  const { state, repository } = call;
  const sha = await commitOf(repository.directory, call.path['commit_sha'] ?? '');
  if (!sha) return refused(422, `No commit found for SHA: ${call.path['commit_sha'] ?? ''}`);
  const found: PullRequest[] = [];
  for (const pull of repository.pulls.values()) {
    if (pull.state !== 'open' && !pull.mergedAt) continue;
    const isNew = !(await isAncestor(repository.directory, sha, pull.base.sha));
    if (isNew && (await isAncestor(repository.directory, sha, pull.head.sha))) found.push(pull);
  }
  return { status: 200, list: found.map((pull) => showPullSimple(state, repository, pull)) };
}

export const PULL_OPERATIONS: Readonly<Record<string, RepositoryOperation>> = {
  'pulls/get': { needs: READ, run: get },
  'pulls/list': { needs: READ, run: list },
  'pulls/list-reviews': { needs: READ, run: reviews },
  'repos/list-pull-requests-associated-with-commit': {
    needs: [{ pull_requests: 'read' }, { contents: 'read' }],
    run: ofCommit,
  },
};
