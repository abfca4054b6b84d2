/** A closure while it is gathered: paths, remotes and what could not be followed. */
import { posix } from 'node:path';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Closure, Remote } from './unit.ts';
import type { Found, View } from './view.ts';

export interface Closing {
  readonly view: View;
  readonly paths: Set<string>;
  readonly remotes: Remote[];
  readonly unknown: Masked[];
}

export function closing(view: View): Closing {
  return { view, paths: new Set(), remotes: [], unknown: [] };
}

export function closed({ paths, remotes, unknown }: Closing): Closure {
  return { paths: [...paths].sort(), remotes, unknown };
}

/** What a file in a directory calls by a path of its own -> a path of the tree, or one that leaves it. */
export function pathFrom(directory: string, reference: string): string {
  if (posix.isAbsolute(reference)) return reference;
  return posix.join(directory, reference).replace(/\/+$/, '') || '.';
}

/** Adds a file, also when it is missing, and every link on the way to it. */
export function take(target: Closing, path: string): Found {
  const found = target.view.find(path);
  if (found.kind === 'outside') {
    target.unknown.push(words`a reference that leaves the repository`);
    return found;
  }
  for (const link of found.links) target.paths.add(link);
  if (found.kind !== 'directory') target.paths.add(found.path);
  return found;
}

/** All below a directory. */
export function takeAll(target: Closing, path: string): Found {
  const found = take(target, path);
  if (found.kind === 'directory') target.paths.add(`${found.path}/`);
  return found;
}
