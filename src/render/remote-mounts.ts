/** The fetched remotes of a unit -> where each stands in the tree that its render sees. */
import { posix } from 'node:path';

import { isArchiveOf } from '../reconciler/chart-closure.ts';
import type { SourcePath } from '../reconciler/render-plan.ts';
import type { Remote } from '../reconciler/unit.ts';
import { remoteKey } from '../source/remote.ts';
import type { Tree } from '../source/tree.ts';
import type { Mount } from './mount.ts';
import type { FetchedTree, RenderRequest } from './request.ts';

export type PathOf = (source: SourcePath) => string | undefined;

export interface RemoteMounts {
  readonly mounts: readonly Mount[];
  /** Undefined for what was not fetched, and for what is in no tree. */
  readonly pathOf: PathOf;
}

/** What was fetched, as it was resolved. */
export interface Artifact {
  readonly name: string;
  readonly version: string;
  /** `sha256:…` */
  readonly digest: string;
}

export function artifactsOf({ closure, remotes }: Omit<Asked, 'tree'>): readonly Artifact[] {
  const byKey = new Map(
    placed({ closure, remotes }).map(({ remote, fetched }) => [
      remoteKey(remote),
      { name: nameOf(remote, fetched), version: fetched.version, digest: fetched.digest },
    ]),
  );
  return [...byKey.values()];
}

type Asked = Pick<RenderRequest, 'tree' | 'closure' | 'remotes'>;

interface Placed {
  readonly remote: Remote;
  readonly fetched: FetchedTree;
}

/** Those that a plan or a kustomization names by themselves: each in a folder of its own. */
export function ownMounts({ tree, closure, remotes }: Asked): RemoteMounts {
  const folder = closure.remotes.length === 0 ? '' : freeName(tree);
  const byKey = new Map<string, Mount>();
  const taken = new Set<string>();
  for (const { remote, fetched } of placed({ closure, remotes })) {
    const key = remoteKey(remote);
    if (byKey.has(key) || (remote.use.kind !== 'root' && remote.use.kind !== 'base')) continue;
    const at = `${baseFolder(remote)}${folder}/${unique(folderName(remote, fetched), taken)}`;
    byKey.set(key, mountOf(remote, fetched, at));
  }
  const pathOf: PathOf = ({ remote, path }) => {
    if (remote === undefined) return inside(path);
    const mount = byKey.get(remote);
    if (mount === undefined) return undefined;
    const only = mount.tree.entries.size === 1 && path === '.' ? [...mount.tree.entries.keys()][0] : path;
    const below = inside(only ?? path);
    return below === undefined ? undefined : posix.join(mount.at, below);
  };
  return { mounts: [...byKey.values()], pathOf };
}

/** Those that belong into a directory of a chart or a kustomization. */
export function innerMounts({ closure, remotes }: Asked, pathOf: PathOf): readonly Mount[] {
  const taken = new Set<string>();
  return placed({ closure, remotes }).flatMap(({ remote, fetched }) => {
    const { use } = remote;
    if (use.kind === 'inflated') {
      const home = pathOf(use.home);
      return home === undefined ? [] : [mountOf(remote, fetched, posix.join(home, use.name))];
    }
    const chart = use.kind === 'dependency' ? pathOf(use.chart) : undefined;
    if (use.kind !== 'dependency' || chart === undefined) return [];
    return [dependencyMount(mountOf(remote, fetched, ''), { chart, name: use.name, taken })];
  });
}

/** Helm looks at the name in Chart.yaml: two versions of one chart may stand in two folders. */
export function dependencyMount(
  mount: Mount,
  { chart, name, taken }: { readonly chart: string; readonly name: string; readonly taken: Set<string> },
): Mount {
  const charts = posix.join(chart, 'charts');
  return {
    ...mount,
    at: unique(posix.join(charts, name), taken),
    hides: (path) => isPartOfVendored(path, charts, name),
  };
}

/** Whether it is of the dependency `name` as it stands in the directory `charts`, unpacked or as an archive. */
export function isPartOfVendored(path: string, charts: string, name: string): boolean {
  return (
    path.startsWith(`${charts}/${name}/`) ||
    (posix.dirname(path) === charts && isArchiveOf(posix.basename(path), name))
  );
}

function placed({ closure, remotes }: Omit<Asked, 'tree'>): readonly Placed[] {
  return closure.remotes.flatMap((remote) => {
    const fetched = remotes.get(remoteKey(remote));
    return fetched === undefined ? [] : [{ remote, fetched }];
  });
}

function mountOf(remote: Remote, fetched: FetchedTree, at: string): Mount {
  return { at, tree: fetched.tree, name: nameOf(remote, fetched), placeOf: () => remote.place };
}

/** Kustomize lets a file be read only from below the kustomization that names it. */
function baseFolder(remote: Remote): string {
  if (remote.kind !== 'file' || remote.use.kind !== 'base' || remote.use.file.remote !== undefined) return '';
  const directory = posix.dirname(remote.use.file.path);
  return directory === '.' ? '' : `${directory}/`;
}

/** The tree's own paths must not be covered. */
function freeName({ entries }: Tree): string {
  const used = new Set([...entries.keys()].flatMap((path) => path.split('/')));
  let name = '.remote';
  while (used.has(name)) name += '_';
  return name;
}

function nameOf(remote: Remote, { version }: FetchedTree): string {
  switch (remote.kind) {
    case 'chart':
      return `${remote.name} ${version}`;
    case 'git':
      return `${lastName(remote.url).replace(/\.git$/u, '')} ${version.slice(0, 12)}`;
    case 'file':
      return lastName(remote.url.split(/[?#]/u)[0] ?? '');
  }
}

function lastName(url: string): string {
  return url.replace(/\/+$/u, '').replace(/^.*[/:]/u, '');
}

function folderName(remote: Remote, fetched: FetchedTree): string {
  const name = nameOf(remote, fetched)
    .replaceAll(/[^\w.+-]/gu, '-')
    .slice(0, 100);
  return /^[\w]/u.test(name) ? name : `remote-${name}`;
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}-${String(count)}`;
  taken.add(free);
  return free;
}

function inside(path: string): string | undefined {
  const normal = posix.normalize(path);
  return normal.startsWith('/') || normal === '..' || normal.startsWith('../') ? undefined : normal;
}
