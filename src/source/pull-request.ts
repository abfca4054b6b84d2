/** A pull request on GitHub -> its revisions: base tip, head commit, their merge, and what changes between. */
import { type Masked, words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import type { Access } from './git.ts';
import type { Mirrors } from './mirror.ts';
import { type Revisions, revisionsOf } from './revisions.ts';
import { patient } from './server-fault.ts';
import { SourceError } from './source-error.ts';

const headRepositories = ['same', 'fork', 'deleted'] as const;

/** The values of a pull request that a review needs, as the server says them now. */
export interface PullRequest {
  readonly owner: string;
  readonly name: string;
  readonly number: number;
  /** The base branch; there is no `base.sha` here, because GitHub does not keep it up to date. */
  readonly baseRef: string;
  /** The one way to name the head: a commit that a repository merely has may be anybody's. */
  readonly headSha: string;
  readonly headRef: string;
  readonly headRepository: (typeof headRepositories)[number];
  /** Of the base repository: it serves the head commits of forks too. */
  readonly cloneUrl: string;
  readonly defaultBranch: string;
}

export interface PullRequestSource {
  readonly mirrors: Mirrors;
  readonly access: Access | undefined;
}

/** Throws SourceError. */
export async function pullRequestRevisions(
  bench: Bench,
  { mirrors, access }: PullRequestSource,
  pullRequest: PullRequest,
): Promise<Revisions> {
  check(bench, pullRequest);
  if (access !== undefined) bench.mask.learn(access.token);
  const origin = { url: pullRequest.cloneUrl, access };
  const base = await tipOf(bench, origin, pullRequest);
  const head = pullRequest.headSha;
  const repository = await mirrors.updated(bench, origin, { branch: pullRequest.baseRef, base, head });
  return revisionsOf(bench, repository, {
    base: { ref: pullRequest.baseRef, commit: base },
    head: { ref: pullRequest.headRef, commit: head },
  });
}

function check({ mask }: Bench, pullRequest: PullRequest): void {
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(pullRequest.headSha)) {
    throw new SourceError(words`The head ${mask.text(pullRequest.headSha)} is not the full id of a commit.`);
  }
  if (pullRequest.headRepository === 'deleted') {
    const number = pullRequest.number;
    throw new SourceError(
      words`The repository that pull request ${number} comes from was deleted. Push its commits to a branch here, and open it again.`,
    );
  }
  const url = URL.parse(pullRequest.cloneUrl);
  if (url === null || url.username !== '' || url.password !== '') {
    throw new SourceError(
      words`The clone URL ${mask.text(pullRequest.cloneUrl)} is not one that can be used.`,
    );
  }
}

interface Named {
  readonly url: string;
  readonly access: Access | undefined;
}

/** Asked of the server, since a webhook's `base.sha` may be older. */
async function tipOf(bench: Bench, origin: Named, { baseRef, cloneUrl }: PullRequest): Promise<string> {
  const shown: Masked = bench.mask.text(cloneUrl);
  const ref = `refs/heads/${baseRef}`;
  const refs = await refsOf(bench, origin, [ref]);
  const tip = refs.get(ref);
  if (tip !== undefined) return tip;
  if ((await refsOf(bench, origin, [])).size === 0) {
    throw new SourceError(words`The repository ${shown} is empty.`);
  }
  throw new SourceError(words`The base branch ${bench.mask.text(baseRef)} does not exist in ${shown}.`);
}

async function refsOf(
  bench: Bench,
  { url, access }: Named,
  patterns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const output = await ask(patient(bench), {
    doing: words`ask ${bench.mask.text(url)} for its branches`,
    repository: undefined,
    access,
    args: ['ls-remote', '--quiet', '--end-of-options', url, ...patterns],
  });
  const refs = new Map<string, string>();
  for (const line of output.toString('utf8').split('\n')) {
    const [oid, ref] = line.split('\t');
    if (oid !== undefined && ref !== undefined) refs.set(ref, oid);
  }
  return refs;
}
