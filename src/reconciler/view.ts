/** A tree -> what looking for units needs of it: its directories, its links, its kustomizations and charts. */
import { posix } from 'node:path';
import { linkedTree } from '../source/read-links.ts';
import { resolvePath } from '../source/symlink.ts';
import type { EntryKind, Tree } from '../source/tree.ts';
import { fromAbove } from './from-above.ts';
import { chartFile, readChart, requirementsFile } from './chart.ts';
import type { Chart } from './chart.ts';
import { lockedTo, lockFiles } from './chart-lock.ts';
import { kustomizationNames, readKustomization } from './kustomization.ts';
import type { Kustomization } from './kustomization.ts';

export type Found =
  | {
      readonly kind: 'file' | 'directory' | 'missing';
      /** Free of links; `.` is the root. */
      readonly path: string;
      /** The links that were followed. */
      readonly links: readonly string[];
    }
  /** It leaves the tree, is in a submodule, or its links go round in circles. */
  | { readonly kind: 'outside' };

export interface View {
  readonly tree: Tree;
  /** Names of the entries of each directory. */
  readonly directories: ReadonlyMap<string, readonly string[]>;
  /** By directory. */
  readonly kustomizations: ReadonlyMap<string, Kustomization>;
  readonly charts: ReadonlyMap<string, Chart>;
  find(path: string): Found;
}

/** Larger ones are broken as far as looking for units goes. */
const limits = { largest: 1_000_000, total: 200_000_000 };
const views = new WeakMap<Tree, Promise<View>>();

/** Made once for a tree: a repository may hold hundreds of units. */
export async function viewOf(tree: Tree): Promise<View> {
  const known = views.get(tree);
  if (known !== undefined) return known;
  const made = makeView(tree);
  views.set(tree, made);
  return made;
}

async function makeView(tree: Tree): Promise<View> {
  const names: readonly string[] = [...kustomizationNames, chartFile, requirementsFile, ...lockFiles];
  const wanted = [...tree.entries.keys()].filter((path) => names.includes(posix.basename(path)));
  const directories = directoriesOf(tree);
  const linked = await linkedTree(tree);
  const passesLink = through(tree, 'symlink');
  const inSubmodule = through(tree, 'submodule');
  const find = (path: string): Found => {
    if (posix.isAbsolute(path)) return { kind: 'outside' };
    const isPlain = isNormal(path) && !passesLink(path);
    const resolved = isPlain ? { kind: 'inside' as const, path, links: [] } : resolvePath(linked, path);
    if (resolved.kind !== 'inside') return { kind: 'outside' };
    const real = resolved.path === '' ? '.' : resolved.path;
    if (inSubmodule(real)) return { kind: 'outside' };
    return { kind: kindOf(real), path: real, links: resolved.links };
  };
  const kindOf = (path: string): 'file' | 'directory' | 'missing' => {
    if (directories.has(path)) return 'directory';
    return tree.entries.has(path) ? 'file' : 'missing';
  };
  const targets = new Map(wanted.map((path) => [path, find(path)] as const));
  const files = [...targets.values()].flatMap((found) => (found.kind === 'file' ? [found.path] : []));
  const contents = await tree.read([...new Set(files)], limits);
  const contentOf = (path: string): Buffer | undefined => {
    const found = targets.get(path);
    return found?.kind === 'file' ? contents.get(found.path) : undefined;
  };
  return {
    tree,
    directories,
    find,
    kustomizations: kustomizationsOf(wanted, contentOf),
    charts: chartsOf(wanted, contentOf),
  };
}

function directoriesOf(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const directories = new Map<string, string[]>([['.', []]]);
  for (const path of tree.entries.keys()) {
    let name = posix.basename(path);
    for (let directory = posix.dirname(path); ; directory = posix.dirname(directory)) {
      const names = directories.get(directory);
      if (names !== undefined) {
        names.push(name);
        break;
      }
      directories.set(directory, [name]);
      name = posix.basename(directory);
    }
  }
  return directories;
}

/** Path -> whether an entry of that kind stands on the way to it, or at its end. */
function through({ entries }: Tree, kind: EntryKind): (path: string) => boolean {
  return fromAbove(false, (path, above) => above || entries.get(path)?.kind === kind);
}

/** Nothing in it has to be resolved but links. */
function isNormal(path: string): boolean {
  return path === posix.normalize(path) && !path.endsWith('/') && path !== '..' && !path.startsWith('../');
}

type ContentOf = (path: string) => Buffer | undefined;

function kustomizationsOf(
  paths: readonly string[],
  contentOf: ContentOf,
): ReadonlyMap<string, Kustomization> {
  const names: readonly string[] = kustomizationNames;
  const found = new Map<string, Kustomization>();
  for (const path of paths.filter((candidate) => names.includes(posix.basename(candidate)))) {
    const kustomization = readKustomization(path, contentOf(path));
    if (kustomization !== undefined) found.set(posix.dirname(path), kustomization);
  }
  return found;
}

function chartsOf(paths: readonly string[], contentOf: ContentOf): ReadonlyMap<string, Chart> {
  const files = paths.filter((path) => posix.basename(path) === chartFile);
  return new Map(
    files.map((file) => {
      const directory = posix.dirname(file);
      const within = (name: string): Buffer | undefined => contentOf(posix.join(directory, name));
      const chart = readChart(file, contentOf(file), within(requirementsFile));
      const lock = lockFiles.find((name) => within(name) !== undefined);
      if (lock === undefined) return [directory, chart];
      return [directory, { ...chart, dependencies: lockedTo(chart.dependencies, lock, within(lock)) }];
    }),
  );
}
