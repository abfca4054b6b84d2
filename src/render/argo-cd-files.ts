/** A directory source of Argo CD -> the files that it reads, in its order, or why it reads none. */
import { posix } from 'node:path';

import { linkedTree } from '../source/read-links.ts';
import { resolvePath, type LinkedTree } from '../source/symlink.ts';
import type { Tree, TreeEntry } from '../source/tree.ts';
import { matchedBy, type Matched } from './argo-cd-globs.ts';
import { compareWalk, refusedBelow, type Found } from './directory.ts';
import type { DirectoryPlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import { ended, unseen, type Dropped, type Ended, type Failed, type Unseen } from './rendering.ts';
import { prefixOf } from './repository-path.ts';

export interface ManifestFiles {
  readonly kind: 'files';
  readonly files: readonly Found[];
  readonly unseen: readonly Unseen[];
  readonly dropped: readonly Dropped[];
}

export async function manifestFiles(
  plan: DirectoryPlan,
  tree: Tree,
  run: Run,
): Promise<ManifestFiles | Ended> {
  const linked = await linkedTree(tree);
  const directory = directoryOf(plan.path, linked);
  if (directory.kind !== 'directory') return directory;
  const relativeOf = withinOf(directory.path, plan.recurse);
  const isRead = (path: string): boolean => relativeOf(path) !== undefined && isManifest(path);
  const entries = [...tree.entries.values()].filter(({ path }) => relativeOf(path) !== undefined);
  const found = entries.map((entry) => fileOf(entry, linked));
  const failed = found.find((file) => file.kind === 'failed');
  if (failed !== undefined) return ended(failed);
  const files = found.flatMap((file) => (file.kind === 'file' ? [file.found] : []));
  const relative = files.map(({ path }) => relativeOf(path) ?? '');
  const wanted = await wantedBy(plan, relative, run);
  if (wanted.kind === 'ended') return wanted;
  return {
    kind: 'files',
    files: files
      .filter((_, index) => wanted.paths.has(relative[index] ?? ''))
      .sort((a, b) => compareWalk(a.path, b.path)),
    unseen: [
      ...refusedBelow(isRead, tree),
      ...found.flatMap((file) => (file.kind === 'submodule' && plan.recurse ? [file.unseen] : [])),
    ],
    dropped: found.flatMap((file) => (file.kind === 'nothing' ? [file.dropped] : [])),
  };
}

/** Free of links. */
function directoryOf(
  path: string,
  linked: LinkedTree,
): { readonly kind: 'directory'; readonly path: string } | ManifestFiles | Ended {
  const link = posix.normalize(path).replace(/\/$/u, '');
  // Argo CD walks through no directory that is itself a link.
  if (linked.entries.get(link)?.kind === 'symlink') {
    const dropped: Dropped = { place: { file: link, line: 1 }, why: 'link-to-no-file' };
    return { kind: 'files', files: [], unseen: [], dropped: [dropped] };
  }
  const resolved = resolvePath(linked, path);
  if (resolved.kind !== 'inside') return noDirectory(path, 'leads out of the repository');
  if (linked.entries.has(resolved.path)) return noDirectory(path, 'is no directory');
  const prefix = prefixOf(resolved.path === '' ? '.' : resolved.path);
  for (const entry of linked.entries.keys()) {
    if (entry.startsWith(prefix)) return { kind: 'directory', path: resolved.path };
  }
  return noDirectory(path, 'does not exist');
}

function noDirectory(path: string, why: string): Ended {
  const message = `${path}: the path of the source ${why}`;
  return ended({ kind: 'failed', message, place: undefined });
}

/** A path relative to the directory, where it is one that is walked to. */
function withinOf(directory: string, recurse: boolean): (path: string) => string | undefined {
  const prefix = prefixOf(directory);
  return (path) => {
    if (!path.startsWith(prefix)) return undefined;
    const relative = path.slice(prefix.length);
    return recurse || !relative.includes('/') ? relative : undefined;
  };
}

/** Of a path relative to the directory. A pattern that matches nothing leaves no file as `include`, and all as `exclude`. */
async function wantedBy(
  { include = '', exclude = '' }: DirectoryPlan,
  paths: readonly string[],
  run: Run,
): Promise<Matched> {
  const excluded = exclude === '' ? undefined : await matchedBy(exclude, paths, run);
  if (excluded?.kind === 'ended') return excluded;
  const left = paths.filter((path) => excluded?.paths.has(path) !== true);
  return include === '' ? { kind: 'matched', paths: new Set(left) } : matchedBy(include, left, run);
}

function isManifest(name: string): boolean {
  return /\.(?:yaml|yml|json|jsonnet)$/u.test(name);
}

type File =
  | { readonly kind: 'file'; readonly found: Found }
  | { readonly kind: 'nothing'; readonly dropped: Dropped }
  | { readonly kind: 'submodule'; readonly unseen: Unseen }
  | { readonly kind: 'other' }
  | Failed;

function fileOf({ path, kind }: TreeEntry, linked: LinkedTree): File {
  if (kind === 'submodule') return submodule(path);
  if (!isManifest(path)) return { kind: 'other' };
  if (kind !== 'symlink') return { kind: 'file', found: { path, source: path } };
  const resolved = resolvePath(linked, path);
  const place = { file: path, line: 1 };
  if (resolved.kind !== 'inside') {
    return { kind: 'failed', message: `${path} is a symbolic link that leads out of the repository`, place };
  }
  const target = linked.entries.get(resolved.path)?.kind;
  if (target === 'submodule') return submodule(path);
  if (target === 'file' || target === 'executable') {
    return { kind: 'file', found: { path, source: resolved.path } };
  }
  return { kind: 'nothing', dropped: { place, why: 'link-to-no-file' } };
}

function submodule(path: string): File {
  return {
    kind: 'submodule',
    unseen: unseen('source-unreadable', `${path} is a submodule, which is not followed`),
  };
}
