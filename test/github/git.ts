/** Git commands on a bare repository, with nothing of the machine's own configuration. */
import { spawn } from 'node:child_process';

const DATE = '1767225600 +0000';

export const GIT_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'GitHub',
  GIT_AUTHOR_EMAIL: 'noreply@github.com',
  GIT_AUTHOR_DATE: DATE,
  GIT_COMMITTER_NAME: 'GitHub',
  GIT_COMMITTER_EMAIL: 'noreply@github.com',
  GIT_COMMITTER_DATE: DATE,
};

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git and gives its exit code, whatever it is; rejects only if git cannot be started. */
export function tryGit(
  directory: string,
  args: readonly string[],
  input?: Buffer | string,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', directory, ...args], { env: GIT_ENVIRONMENT });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    // git may end before it has read its input: its exit code then says why.
    child.stdin.on('error', () => undefined);
    child.on('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
    child.stdin.end(input ?? '');
  });
}

export async function git(
  directory: string,
  args: readonly string[],
  input?: Buffer | string,
): Promise<string> {
  const result = await tryGit(directory, args, input);
  if (result.code !== 0) throw new Error(`git ${args.join(' ')} in ${directory}: ${result.stderr.trim()}`);
  return result.stdout.toString('utf8').trimEnd();
}

/** The commit that a revision names, or undefined. */
export async function commitOf(directory: string, revision: string): Promise<string | undefined> {
  const result = await tryGit(directory, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ]);
  return result.code === 0 ? result.stdout.toString('utf8').trim() : undefined;
}
