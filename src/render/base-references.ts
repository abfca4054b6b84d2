/** Kustomization files that name a fetched base -> the same files, in which a path stands in the place of its address. */
import { posix } from 'node:path';

import type { Closure } from '../reconciler/unit.ts';
import { remoteKey } from '../source/remote.ts';
import type { Tree } from '../source/tree.ts';
import type { PathOf } from './remote-mounts.ts';
import { limits } from './sandbox.ts';

/** Throws SourceError. */
export async function withPathsOfBases(
  tree: Tree,
  closure: Closure,
  pathOf: PathOf,
): Promise<ReadonlyMap<string, Buffer>> {
  const named = closure.remotes.flatMap((remote) => {
    const { use } = remote;
    const file = use.kind === 'base' ? pathOf(use.file) : undefined;
    const target = pathOf({ remote: remoteKey(remote), path: remote.kind === 'git' ? remote.path : '.' });
    if (use.kind !== 'base' || file === undefined || target === undefined) return [];
    return [{ file, text: use.reference, path: posix.relative(posix.dirname(file), target) }];
  });
  const files = Map.groupBy(named, ({ file }) => file);
  const contents = await tree.read([...files.keys()], limits.read);
  return new Map(
    [...contents].map(([file, content]) => {
      const bases = files.get(file) ?? [];
      const text = bases.reduce((before, { text: reference, path }) => {
        return replaced(before, reference, path);
      }, content.toString('utf8'));
      return [file, Buffer.from(text)];
    }),
  );
}

/**
 * The text as it stands between quotes, commas, brackets and white space; what is written in another way stays, and
 * kustomize then says that it cannot reach it. A path that YAML could read as something else is not put in.
 */
function replaced(yaml: string, reference: string, path: string): string {
  if (!/^[\w.][\w.+/@~-]*$/u.test(path)) return yaml;
  const escaped = reference.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  const pattern = new RegExp(`(?<=^|[\\s"'\\[,])${escaped}(?=$|[\\s"'\\],])`, 'gmu');
  return yaml.replaceAll(pattern, () => path);
}
