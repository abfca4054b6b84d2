/** A directory as a Kustomization takes it -> the files of which its build is made (facts/reconcilers.md §3a). */
import { posix } from 'node:path';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import type { View } from '../../view.ts';

const known = new WeakMap<View, Map<string, Promise<readonly string[]>>>();

/** Paths, and directories with a closing slash. Made once for a tree. Throws SourceError. */
export async function coveredBy(view: View, directory: string): Promise<readonly string[]> {
  const ofTree = known.get(view) ?? new Map<string, Promise<readonly string[]>>();
  known.set(view, ofTree);
  const made = ofTree.get(directory) ?? cover(view, directory);
  ofTree.set(directory, made);
  return made;
}

/** Without a kustomization of its own all YAML below is taken, but where a directory has one that one says what. */
async function cover(view: View, directory: string): Promise<readonly string[]> {
  if (view.kustomizations.has(directory)) return (await kustomizeClosure(view, directory)).paths;
  const paths: string[] = [];
  const pending = [directory];
  for (let here = pending.pop(); here !== undefined; here = pending.pop()) {
    if (view.kustomizations.has(here)) {
      paths.push(...(await kustomizeClosure(view, here)).paths);
      continue;
    }
    for (const name of view.directories.get(here) ?? []) {
      const path = posix.join(here, name);
      if (view.directories.has(path)) pending.push(path);
      else if (/\.ya?ml$/u.test(name)) paths.push(path);
    }
  }
  return paths;
}
