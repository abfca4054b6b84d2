/** What kustomize said when it could not build -> a failure with its place, or a gap where something may not be had. */
import { posix } from 'node:path';

import type { Place } from '../object/place.ts';
import type { Tree } from '../source/tree.ts';
import { kustomizationOf } from './kustomization-files.ts';
import type { Withheld } from './kustomize-options.ts';
import { unseen, type Rendering } from './rendering.ts';

export interface KustomizeFailure {
  /** Paths in it are already those of the repository. */
  readonly message: string;
  /** The directory of the unit's kustomization. */
  readonly path: string;
  readonly tree: Tree;
  readonly kustomizations: ReadonlyMap<string, string>;
  readonly withheld: Withheld;
}

export function failureOf(failure: KustomizeFailure): Rendering {
  const gap = gapIn(failure);
  if (gap !== undefined) return { kind: 'gap', unseen: gap };
  const absent = absentIn(failure.message);
  // kustomize tries a path as a file, as a directory and as a repository, and tells of all three.
  const message =
    absent === undefined ? failure.message : `${absent} does not exist (kustomize: ${failure.message})`;
  return { kind: 'failed', message, place: placeOf(failure) };
}

function gapIn({ message, withheld }: KustomizeFailure): ReturnType<typeof unseen> | undefined {
  if (withheld.helm && message.includes('must specify --enable-helm')) {
    return unseen('plugin-unknown', 'the kustomization inflates a Helm chart (helmCharts), which is not run');
  }
  const plugin = /external plugins disabled; unable to load external plugin '([^']*)'/u.exec(message)?.[1];
  if (withheld.plugins && plugin !== undefined) {
    return unseen('plugin-unknown', `the kustomization needs the plugin ${plugin}, and plugins are not run`);
  }
  const remote = remoteIn(message);
  if (remote !== undefined)
    return unseen('remote-not-allowed', `the kustomization needs ${remote} from outside the repository`);
  if (withheld.files && /^Error: .*security; file '[^']*' is not in or below/su.test(message)) {
    const why =
      'a kustomization reads files outside its own directory, which is only allowed where programs can be confined';
    return unseen('source-unreadable', why);
  }
  return undefined;
}

/** How kustomize 5 tries: an HTTP GET of the resource, then git (which it does not find here). */
function remoteIn(message: string): string | undefined {
  const got = /\bGet "(https?:\/\/[^"]+)": /u.exec(message)?.[1];
  if (got !== undefined) return got;
  if (/no 'git' program on path|failed to run '[^']*git fetch/u.test(message)) {
    const named = /accumulating resources from '([^']+)'/gu;
    return [...message.matchAll(named)].at(-1)?.[1] ?? 'a Git repository';
  }
  return undefined;
}

/** The last file that the message names, or the kustomization that misses one, or the unit's own. */
function placeOf({ message, path, tree, kustomizations }: KustomizeFailure): Place | undefined {
  const line = Math.max(1, Number(/\byaml: line (\d+)/u.exec(message)?.[1] ?? 1));
  const named = namedFile(message, path, tree);
  if (named !== undefined) return { file: named, line };
  const absent = absentIn(message);
  const from = absent === undefined ? undefined : referrer(absent, kustomizations);
  const own = kustomizationOf(path, tree.entries);
  return from ?? (own === undefined ? undefined : { file: own, line });
}

function absentIn(message: string): string | undefined {
  const missing = /\b(?:lstat|open|read) (\S+): no such file or directory/gu;
  return [...message.matchAll(missing)].at(-1)?.[1];
}

/** By its path in the repository, or as `in File: NAME`, which is relative to the kustomization that reads it. */
function namedFile(message: string, path: string, tree: Tree): string | undefined {
  const relative = /\bin File: (\S+)/u.exec(message)?.[1];
  if (relative !== undefined) {
    const own = posix.join(path, relative);
    if (tree.entries.has(own)) return own;
    const ends = [...tree.entries.keys()].filter((file) => file.endsWith(`/${relative}`));
    if (ends.length === 1) return ends[0];
  }
  const paths = [...message.matchAll(/[\w@.+-]+(?:\/[\w@.+-]+)*/gu)].map(([text]) => text);
  return paths.findLast((text) => tree.entries.has(text));
}

/** The kustomization that says the missing path as it is from there; the deepest, where several do. */
function referrer(absent: string, kustomizations: ReadonlyMap<string, string>): Place | undefined {
  const deepest = [...kustomizations].sort(([a], [b]) => b.split('/').length - a.split('/').length);
  for (const [file, text] of deepest) {
    const wanted = posix.relative(posix.dirname(file), absent);
    const index = text.split('\n').findIndex((line) => line.includes(wanted));
    if (index >= 0) return { file, line: index + 1 };
  }
  return undefined;
}
