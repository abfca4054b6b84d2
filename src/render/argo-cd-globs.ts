/** A glob and the paths that it is tried on -> those that it matches for Argo CD, or why that is not known. */
import { z } from 'zod';

import { compileGlob } from '../reconciler/gobwas-glob.ts';
import { jsonIn } from './json-output.ts';
import { answerOf } from './outcome.ts';
import type { Run } from './program.ts';
import { unseen, type Rendering } from './rendering.ts';

export type Matched =
  | { readonly kind: 'matched'; readonly paths: ReadonlySet<string> }
  | { readonly kind: 'ended'; readonly rendering: Rendering };

export async function matchedBy(pattern: string, paths: readonly string[], run: Run): Promise<Matched> {
  if (!isPlain(pattern, paths)) return matchedByProgram(pattern, paths, run);
  const glob = compileGlob(pattern);
  return { kind: 'matched', paths: new Set(paths.filter((path) => glob?.matches(path) === true)) };
}

/**
 * gobwas/glob 0.2.3 finds not all matches of a group that has a star in it and text beside it (`/{env*,app}` and
 * `/env-1/app`), nor of single characters among others than ASCII, and takes `a` for `a*a`: then it is asked itself.
 */
function isPlain(pattern: string, paths: readonly string[]): boolean {
  if (pattern.includes('{')) return false;
  const [, prefix = '', suffix = ''] = /^([^*?[\\]+)\*+([^*?[\\]+)$/u.exec(pattern) ?? [];
  const overlap = prefix.length + suffix.length;
  if (paths.some((path) => path.length < overlap && path.startsWith(prefix) && path.endsWith(suffix)))
    return false;
  return !/[?[]/u.test(pattern) || [pattern, ...paths].every((text) => /^\p{ASCII}*$/u.test(text));
}

const written = z.array(z.array(z.boolean()).nullable()).length(1);

async function matchedByProgram(pattern: string, paths: readonly string[], run: Run): Promise<Matched> {
  const stdin = Buffer.from(JSON.stringify([{ pattern, texts: paths }]));
  const outcome = await run.run({ program: 'gotemplate', args: ['globs'], reads: [], stdin });
  const answer = answerOf('the matching of globs', outcome);
  if (answer.kind === 'ended') return answer;
  if (answer.kind === 'said-no') return failed(answer.message);
  const answers = written.safeParse(jsonIn(answer.stdout));
  if (answers.data === undefined) return { kind: 'ended', rendering: { kind: 'gap', unseen: another } };
  const [matches] = answers.data;
  if (matches === undefined || matches === null) return failed(`Argo CD breaks at the glob ${pattern}`);
  return { kind: 'matched', paths: new Set(paths.filter((_, index) => matches[index] === true)) };
}

const another = unseen(
  'renderer-missing',
  'gotemplate is configured as a program that answers otherwise than ours',
);

function failed(message: string): Matched {
  return { kind: 'ended', rendering: { kind: 'failed', message, place: undefined } };
}
