/** A path in a tree -> where it really is, with every link on the way followed as a file system would follow it. */
import type { TreeEntry } from './tree.ts';

/** As Linux: more links than this in one path are a loop. */
const most = 40;

export type Resolved =
  | {
      readonly kind: 'inside';
      /** Free of links; may name a file, a directory, the root (empty), or nothing. */
      readonly path: string;
      /** The links that were followed, in that order. */
      readonly links: readonly string[];
    }
  /** It leaves the tree on the way, even if it comes back. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'loop' };

export interface LinkedTree {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** Targets of links by their paths; undefined for one that cannot be read. */
  targetOf(path: string): string | undefined;
}

export function resolvePath(tree: LinkedTree, path: string): Resolved {
  const links: string[] = [];
  const stack: string[] = [];
  const pending = partsOf(path);
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === '..') {
      if (stack.pop() === undefined) return { kind: 'outside' };
      continue;
    }
    stack.push(part);
    const here = stack.join('/');
    if (tree.entries.get(here)?.kind !== 'symlink') continue;
    links.push(here);
    if (links.length > most) return { kind: 'loop' };
    const target = tree.targetOf(here);
    if (!isRelative(target)) return { kind: 'outside' };
    stack.pop();
    pending.push(...partsOf(target));
  }
  return { kind: 'inside', path: stack.join('/'), links };
}

/** Last part first. */
function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .toReversed();
}

function isRelative(target: string | undefined): target is string {
  return target !== undefined && target !== '' && !target.startsWith('/');
}
