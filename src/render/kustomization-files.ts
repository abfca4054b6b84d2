/** Names and content of kustomization files in a tree. */
import { posix } from 'node:path';

import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import { inDirectory, isWithin } from './repository-path.ts';
import { limits } from './sandbox.ts';

export const kustomizationNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** All kustomization files that a render can reach, with their text. */
export async function kustomizationsIn(tree: Tree, closure: Closure): Promise<ReadonlyMap<string, string>> {
  const names: readonly string[] = kustomizationNames;
  const paths = [...tree.entries.keys()].filter(
    (path) => names.includes(posix.basename(path)) && isWithin(closure.paths, path),
  );
  const contents = await tree.read(paths, limits.read);
  return new Map([...contents].map(([path, content]) => [path, content.toString('utf8')]));
}

export function kustomizationOf(
  directory: string,
  files: Pick<ReadonlyMap<string, unknown>, 'has'>,
): string | undefined {
  return kustomizationNames.map((name) => inDirectory(directory, name)).find((path) => files.has(path));
}
