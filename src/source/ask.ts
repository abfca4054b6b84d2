/** A question to git -> its output, or a SourceError that says what was being done and, masked, what git said. */
import { type Mask, type Masked, words } from '../object/masked.ts';
import type { Git, GitCommand, GitOutcome } from './git.ts';
import { serverFaultOf } from './server-fault.ts';
import { NotAskedError, SourceError } from './source-error.ts';

/** What every part of this room works with. */
export interface Bench {
  readonly git: Git;
  readonly mask: Mask;
  /** Aborted when the review is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
}

/** Completes the sentence `Could not …`. */
export interface Question extends GitCommand {
  readonly doing: Masked;
}

export async function ask(bench: Bench, question: Question): Promise<Buffer> {
  const outcome = await bench.git.run({ signal: bench.signal, ...question });
  if (outcome.kind === 'exited' && outcome.code === 0) return outcome.stdout;
  throw failure(bench, question.doing, outcome);
}

/** For output that is a single line, such as an object id. */
export async function askLine(bench: Bench, question: Question): Promise<string> {
  return (await ask(bench, question)).toString('utf8').trimEnd();
}

export function failure({ mask }: Bench, doing: Masked, outcome: GitOutcome): SourceError {
  if (outcome.kind === 'missing') {
    return new NotAskedError(words`Could not ${doing}: there is no git program on this machine.`);
  }
  if (outcome.kind === 'stopped') {
    return new NotAskedError(words`Could not ${doing}: git was stopped (${mask.text(outcome.why)}).`);
  }
  const said = mask.text(outcome.stderr.trim());
  const Failure = serverFaultOf(outcome) === undefined ? SourceError : NotAskedError;
  return new Failure(words`Could not ${doing}: ${mask.text(lastWords(outcome.stderr))}`, {
    cause: new Error(words`git ended with code ${outcome.code}: ${said}`),
  });
}

/** The line that says why; git puts hints and progress before and after it. */
export function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findLast((line) => /^(?:fatal|error|remote error):/u.test(line));
  if (telling === 'fatal: Needed a single revision') return 'no branch, tag or commit here has this name.';
  return (telling ?? lines.at(-1) ?? 'git gave no reason').trim();
}
