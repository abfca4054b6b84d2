/** Patterns of directories -> the parameter sets of those in the tree. */
import { words } from '../../../object/masked.ts';
import type { Tree } from '../../../source/tree.ts';
import type { Context } from './context.ts';
import { goPath as goPathMatcher, type Matcher, type Pattern } from '../../path-glob.ts';
import type { Parameters } from './parameters.ts';
import { goPath, legacyPath } from './path-parameters.ts';
import { made, type Outcome } from './side.ts';

export function directoriesOf(
  patterns: readonly Pattern[],
  prefix: string,
  { side, filler, mask }: Context,
): Outcome<readonly Parameters[]> {
  const hidden = side.controller.hiddenDirectories;
  const submodule = submodulesIn(side.tree).find((path) => patterns.some((one) => reaches(one, path)));
  if (submodule !== undefined) {
    const why = words`the directories below the submodule ${mask.text(submodule)}`;
    return { kind: 'unknown', gap: 'live-value-needed', why };
  }
  const isSelected = selection(patterns);
  const found = directoriesIn(side.tree).filter((path) => isSelected(path) && (hidden || !isHidden(path)));
  const parameters = filler.goTemplate ? goPath : legacyPath;
  return made(found.map((directory) => parameters({ directory, file: undefined }, prefix)));
}

/** Exclusion wins in any order; a pattern that is none matches nothing. */
function selection(patterns: readonly Pattern[]): Matcher {
  const matchers = patterns.map(({ path, exclude }) => ({ matches: goPathMatcher(path), exclude }));
  return (path) => {
    const hits = matchers.filter(({ matches }) => matches?.(path) === true);
    return hits.length > 0 && hits.every(({ exclude }) => !exclude);
  };
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'));
}

const known = new WeakMap<Tree, readonly string[]>();

/** As a walk of the file system meets them: each before what is in it, by name. */
function directoriesIn(tree: Tree): readonly string[] {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const directories = new Set<string>();
  for (const { path, kind } of tree.entries.values()) {
    let end = kind === 'submodule' ? path.length : path.lastIndexOf('/');
    while (end > 0 && !directories.has(path.slice(0, end))) {
      directories.add(path.slice(0, end));
      end = path.lastIndexOf('/', end - 1);
    }
  }
  const sorted = [...directories].sort((a, b) => (walkKey(a) < walkKey(b) ? -1 : 1));
  known.set(tree, sorted);
  return sorted;
}

/** A slash sorts before all other characters of a name. */
function walkKey(path: string): string {
  return path.replaceAll('/', '\u0000');
}

function submodulesIn(tree: Tree): readonly string[] {
  return [...tree.entries.values()].filter(({ kind }) => kind === 'submodule').map(({ path }) => path);
}

/** Whether the pattern may match something below the directory. */
function reaches({ path: pattern, exclude }: Pattern, directory: string): boolean {
  const depth = directory.split('/').length;
  const parts = pattern.split('/');
  const start = goPathMatcher(parts.slice(0, depth).join('/'));
  return !exclude && parts.length > depth && start?.(directory) === true;
}
