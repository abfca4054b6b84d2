/** A base and a head -> the test merge, the size of the change, and the refs that GitHub keeps for a pull request. */
import { commitOf, git, tryGit } from './git.ts';
import type { PullRequest, Repository } from './state.ts';

async function testMerge(directory: string, base: string, head: string): Promise<string | null> {
  const merge = await tryGit(directory, ['merge-tree', '--write-tree', base, head]);
  if (merge.code !== 0) return null;
  const tree = merge.stdout.toString('utf8').trim().split('\n')[0] ?? '';
  return git(directory, ['commit-tree', tree, '-p', base, '-p', head, '-m', `Merge ${head} into ${base}`]);
}

async function sizeOf(directory: string, base: string, head: string): Promise<PullRequest['size']> {
  const range = `${base}...${head}`;
  const rows = (await git(directory, ['diff', '--numstat', '-z', range]))
    .split('\0')
    .filter((row) => row !== '');
  const sum = (column: number): number =>
    rows.reduce((total, row) => total + (Number(row.split('\t')[column]) || 0), 0);
  const commits = Number(await git(directory, ['rev-list', '--count', `${base}..${head}`]));
  return { commits, files: rows.length, additions: sum(0), deletions: sum(1) };
}

/**
 * Brings `refs/pull/N/head` and `/merge` to the pull request's head, and records the base tip of this moment.
 * GitHub does so on a push to the pull request and not on a push to its base, so both grow stale.
 */
export async function refreshPull(repository: Repository, pull: PullRequest): Promise<void> {
  const { directory } = repository;
  if (pull.head.repository && pull.head.repository !== repository)
    await git(directory, ['fetch', '--quiet', pull.head.repository.directory, pull.head.sha]);
  const base = await commitOf(directory, `refs/heads/${pull.base.ref}`);
  if (!base) throw new Error(`${pull.base.ref} is no branch`);
  await git(directory, ['update-ref', `refs/pull/${pull.number}/head`, pull.head.sha]);
  const merge = await testMerge(directory, base, pull.head.sha);
  if (merge) await git(directory, ['update-ref', `refs/pull/${pull.number}/merge`, merge]);
  pull.base.sha = base;
  pull.mergeCommit = merge;
  pull.mergeable = merge !== null;
  pull.size = await sizeOf(directory, base, pull.head.sha);
}
