/** Runs the real git: argv only, a clean environment, a time-out, a cap on its output, and no code of the repository. */
import { tmpdir } from 'node:os';

import type { Git, GitCommand, GitLimits, GitOutcome } from '../source/git.ts';
import { runBounded } from './bounded.ts';
import { type GitSettings, environmentOf } from './git-environment.ts';

const usual: GitLimits = { timeoutMs: 120_000, output: 512 * 1024 * 1024 };
const stderrBytes = 1024 * 1024;

export function createGit(settings: GitSettings): Git {
  return { run: async (command) => run(settings, command) };
}

async function run(settings: GitSettings, command: GitCommand): Promise<GitOutcome> {
  const limits = { ...usual, ...command.limits };
  const ended = await runBounded({
    file: 'git',
    args: command.args,
    cwd: command.directory ?? tmpdir(),
    env: environmentOf(settings, command),
    bounds: { seconds: limits.timeoutMs / 1000, stdoutBytes: limits.output, stderrBytes },
    input: command.input,
    signal: command.signal,
  });
  switch (ended.kind) {
    case 'exited':
      return ended;
    case 'timed-out':
      return { kind: 'stopped', why: 'time-out' };
    case 'output-too-large':
      return { kind: 'stopped', why: 'too much output' };
    case 'stopped':
      return { kind: 'stopped', why: 'superseded' };
    case 'killed':
      return { kind: 'stopped', why: 'killed' };
    case 'not-started':
      if (ended.code === 'ENOENT') return { kind: 'missing' };
      throw new Error(`git could not be started: ${ended.why}`);
  }
}
