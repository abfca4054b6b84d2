/** A directory -> the files that `kubectl apply -f` would read in it. */
import { posix } from 'node:path';
import type { Closure } from '../unit.ts';
import { closed, closing, take, takeAll } from '../closing.ts';
import type { View } from '../view.ts';

export function isManifestName(name: string): boolean {
  return /\.(?:yaml|yml|json)$/.test(name);
}

export function directoryClosure(view: View, directory: string, recurse: boolean): Closure {
  const target = closing(view);
  if (recurse) takeAll(target, directory);
  else {
    for (const name of view.directories.get(directory) ?? []) {
      if (isManifestName(name)) take(target, posix.join(directory, name));
    }
  }
  return closed(target);
}
