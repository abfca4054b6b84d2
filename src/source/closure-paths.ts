/** The files and directories that a render needs -> the tree's entries for them, with what their links lead to. */
import { type LinkedTree, type Resolved, resolvePath } from './symlink.ts';

export interface Needs {
  /** Paths of entries: files, links and submodules. */
  readonly entries: ReadonlySet<string>;
  /** Links that must not be followed, and why. */
  readonly refusedLinks: ReadonlyMap<string, Exclude<Resolved['kind'], 'inside'>>;
}

/** `paths` as in a closure: a directory ends with a slash and means all below it; `./` is the whole tree. */
export function needsOf(tree: LinkedTree, paths: readonly string[]): Needs {
  const sorted = [...tree.entries.keys()];
  const entries = new Set<string>();
  const refusedLinks = new Map<string, Exclude<Resolved['kind'], 'inside'>>();
  const seen = new Set<string>();
  const pending = [...paths];

  function take(path: string): void {
    if (entries.has(path)) return;
    entries.add(path);
    if (tree.entries.get(path)?.kind !== 'symlink') return;
    const resolved = resolvePath(tree, path);
    if (resolved.kind !== 'inside') {
      refusedLinks.set(path, resolved.kind);
      return;
    }
    for (const link of resolved.links) take(link);
    pending.push(resolved.path === '' ? './' : resolved.path);
  }

  for (let wanted = pending.pop(); wanted !== undefined; wanted = pending.pop()) {
    if (seen.has(wanted)) continue;
    seen.add(wanted);
    const resolved = resolvePath(tree, wanted);
    if (resolved.kind !== 'inside') {
      for (const path of linksOn(tree, wanted)) take(path);
      continue;
    }
    for (const link of resolved.links) take(link);
    if (tree.entries.has(resolved.path)) take(resolved.path);
    else for (const path of below(sorted, resolved.path)) take(path);
  }
  return { entries, refusedLinks };
}

/** The first link on a path that leads nowhere allowed; following stops there. */
function linksOn(tree: LinkedTree, wanted: string): readonly string[] {
  const parts = wanted.split('/').filter((part) => part !== '' && part !== '.');
  const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return prefixes.filter((prefix) => tree.entries.get(prefix)?.kind === 'symlink').slice(0, 1);
}

function below(sorted: readonly string[], directory: string): readonly string[] {
  if (directory === '') return sorted;
  return sorted.filter((path) => path.startsWith(`${directory}/`));
}
