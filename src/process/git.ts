/** Runs the real git: argv only, a clean environment, a time-out, a cap on its output, and no code of the repository. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

import type { Git, GitCommand, GitLimits, GitOutcome } from '../source/git.ts';
import { type GitSettings, environmentOf } from './git-environment.ts';

const usual: GitLimits = { timeoutMs: 120_000, output: 512 * 1024 * 1024 };
const stderrCap = 64 * 1024;

export function createGit(settings: GitSettings): Git {
  return { run: (command) => run(settings, command) };
}

function run(settings: GitSettings, command: GitCommand): Promise<GitOutcome> {
  const limits = { ...usual, ...command.limits };
  if (command.signal?.aborted === true) return Promise.resolve({ kind: 'stopped', why: 'superseded' });
  return new Promise((resolve, reject) => {
    // A group of its own: a fetch has children, and all of them must end with it.
    const child = spawn('git', command.args, {
      cwd: command.directory ?? tmpdir(),
      env: environmentOf(settings, command),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    let stopped: Extract<GitOutcome, { kind: 'stopped' }> | undefined;
    const stop = (why: Extract<GitOutcome, { kind: 'stopped' }>['why']): void => {
      stopped ??= { kind: 'stopped', why };
      killGroup(child.pid);
    };
    const timer = setTimeout(() => stop('time-out'), limits.timeoutMs);
    const onAbort = (): void => stop('superseded');
    command.signal?.addEventListener('abort', onAbort, { once: true });

    const output: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limits.output) stop('too much output');
      else output.push(chunk);
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr = (stderr + chunk).slice(-stderrCap);
    });
    // It may end before it has read all of its input; its exit code tells.
    child.stdin.on('error', () => undefined);
    child.stdin.end(command.input ?? '');

    const done = (): void => {
      clearTimeout(timer);
      command.signal?.removeEventListener('abort', onAbort);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      done();
      if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else reject(error);
    });
    child.once('close', (code) => {
      done();
      if (stopped) resolve(stopped);
      else if (code === null) resolve({ kind: 'stopped', why: 'killed' });
      else resolve({ kind: 'exited', code, stdout: Buffer.concat(output), stderr });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
