/** A bundle's directory -> the files that Fleet takes along from it, by their names in the bundle (internal/bundlereader). */
import { posix } from 'node:path';
import type { View } from '../../view.ts';
import { ignoring } from './fleet-ignore.ts';
import type { Ignored } from './fleet-ignore.ts';

export interface Resources {
  /** Name in the bundle -> path in the tree, free of links; sorted by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Why Fleet cannot read them, or why they could not be told; raw. */
  readonly problem: string | undefined;
}

/** `applied`: names of files that only say how to deploy. Throws SourceError. */
export async function resourcesIn(
  directory: string,
  view: View,
  applied: readonly string[],
): Promise<Resources> {
  const walk: Walk = {
    view,
    root: directory,
    ignored: ignoring(),
    applied: new Set(applied),
    files: [],
    problems: [],
  };
  await into(walk, '');
  const files = [...walk.files].sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: new Map(files), problem: walk.problems[0] };
}

const limits = { largest: 1_000_000, total: 1_000_000 };

interface Walk {
  readonly view: View;
  readonly root: string;
  readonly ignored: Ignored;
  readonly applied: ReadonlySet<string>;
  readonly files: [string, string][];
  readonly problems: string[];
}

async function into(walk: Walk, name: string): Promise<void> {
  const { view, root } = walk;
  const directory = posix.join(root, name);
  const names = [...(view.directories.get(directory) ?? [])].sort();
  if (names.includes('.fleetignore'))
    walk.ignored.add(name, await contentOf(view, posix.join(directory, '.fleetignore')));
  for (const each of names) {
    const path = name === '' ? each : `${name}/${each}`;
    const isDirectory = view.directories.has(posix.join(root, path));
    if (isPassedOver(walk, path, isDirectory)) continue;
    if (isDirectory) await into(walk, path);
    else add(walk, path);
  }
}

function isPassedOver({ ignored, applied, problems }: Walk, path: string, isDirectory: boolean): boolean {
  if (applied.has(path) && !isDirectory) return true;
  const isLeftOut = ignored.leavesOut(path, isDirectory);
  if (isLeftOut === undefined) problems.push(`a pattern in .fleetignore that concerns ${path} is malformed`);
  return isLeftOut !== false || posix.basename(path).startsWith('.');
}

function add({ view, root, files, problems }: Walk, name: string): void {
  const found = view.find(posix.join(root, name));
  if (found.kind === 'file') files.push([name, found.path]);
  else problems.push(`${name} is a link that leads to no file of the repository, or a submodule`);
}

async function contentOf(view: View, path: string): Promise<string> {
  const found = view.find(path);
  if (found.kind !== 'file') return '';
  return (await view.tree.read([found.path], limits)).get(found.path)?.toString('utf8') ?? '';
}
