/** A pull request, or a checkout -> the repository as others name it: its URLs, and the branch that the merge moves. */
import { words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import type { PullRequest } from './pull-request.ts';

export interface Origin {
  /** Without user, `.git` and closing slash, in lower case: `https://github.com/octo-org/shop`. */
  readonly urls: readonly string[];
  /** The branch that head is merged into. */
  readonly branch: string | undefined;
  /** What HEAD of the repository names. */
  readonly defaultBranch: string | undefined;
}

export function originOf({ cloneUrl, baseRef, defaultBranch }: PullRequest): Origin {
  return { urls: [plainUrl(cloneUrl)], branch: baseRef, defaultBranch };
}

/** Undefined for a checkout without remotes: nothing says then which repository it is. */
export async function localOrigin(bench: Bench, path: string, base: string): Promise<Origin | undefined> {
  const urls = await linesOf(bench, path, ['config', '--get-regexp', String.raw`^remote\..*\.url$`]);
  if (urls.length === 0) return undefined;
  const heads = await linesOf(bench, path, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  return {
    urls: urls.map((line) => plainUrl(line.slice(line.indexOf(' ') + 1))),
    branch: base.replace(/^(?:refs\/heads\/|refs\/remotes\/origin\/|origin\/)/u, ''),
    defaultBranch: heads[0]?.replace('refs/remotes/origin/', ''),
  };
}

/** Git ends with code 1 where it has no answer. */
async function linesOf(bench: Bench, directory: string, args: readonly string[]): Promise<readonly string[]> {
  const outcome = await bench.git.run({ signal: bench.signal, args, repository: undefined, directory });
  if (outcome.kind === 'exited' && outcome.code === 1) return [];
  const question = { doing: words`find the remotes of the checkout`, repository: undefined, directory, args };
  const output = await ask({ ...bench, git: { run: () => Promise.resolve(outcome) } }, question);
  return output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** `git@host:owner/name.git` and `https://user@host/owner/name` name the same repository. */
export function plainUrl(url: string): string {
  const scp = /^(?:[^@/]+@)?([^/:]+):(?!\/\/)(.+)$/u.exec(url);
  const parsed = URL.parse(
    scp === null || url.includes('://') ? url : `ssh://${scp[1] ?? ''}/${scp[2] ?? ''}`,
  );
  if (parsed === null || parsed.host === '') return url.toLowerCase().replace(/(?:\.git)?\/*$/u, '');
  const path = parsed.pathname.replace(/\/+$/u, '').replace(/\.git$/u, '');
  const host = parsed.protocol === 'ssh:' ? parsed.hostname : parsed.host;
  return `https://${host}${path}`.toLowerCase();
}
