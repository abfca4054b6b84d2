/** A glob and the paths that it is tried on -> those that it matches for Argo CD, or why that is not known. */
import { z } from 'zod';

import { compileGlob } from '../reconciler/gobwas-glob.ts';
import { askGotemplate } from './gotemplate.ts';
import type { Run } from './program.ts';
import { ended, type Ended } from './rendering.ts';

export type Matched = { readonly kind: 'matched'; readonly paths: ReadonlySet<string> } | Ended;

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
  const answer = await askGotemplate(run, {
    doing: 'the matching of globs',
    args: ['globs'],
    asked: [{ pattern, texts: paths }],
    shape: written,
  });
  if (answer.kind === 'ended') return answer;
  if (answer.kind === 'said-no') return failed(answer.message);
  const [matches] = answer.answers;
  if (matches === undefined || matches === null) return failed(`Argo CD breaks at the glob ${pattern}`);
  return { kind: 'matched', paths: new Set(paths.filter((_, index) => matches[index] === true)) };
}

function failed(message: string): Ended {
  return ended({ kind: 'failed', message, place: undefined });
}
