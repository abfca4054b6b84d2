/** A chart's directory and its values files -> all that rendering it reads, and what would have to be fetched. */
import { posix } from 'node:path';
import { words } from '../object/masked.ts';
import type { Closure } from './unit.ts';
import type { ChartDependency } from './chart.ts';
import { closed, closing, pathFrom, take, takeAll } from './closing.ts';
import type { Closing } from './closing.ts';
import { isRemote } from './kustomize-remote.ts';
import type { View } from './view.ts';

export function chartClosure(view: View, chart: string, valuesFiles: readonly string[]): Closure {
  const target = closing(view);
  const seen = new Set([chart]);
  for (const directory of seen) {
    takeAll(target, directory);
    for (const path of followDependencies(target, directory, directory === chart)) seen.add(path);
  }
  for (const file of valuesFiles) {
    if (isRemote(file))
      target.remotes.push({ kind: 'file', url: file, place: undefined, use: { kind: 'root' } });
    else take(target, pathFrom(chart, file));
  }
  return closed(target);
}

/** Gives the directories of charts that are dependencies by path. */
function followDependencies(target: Closing, directory: string, isRoot: boolean): readonly string[] {
  const chart = target.view.charts.get(directory);
  if (chart === undefined) return [];
  if (chart.broken) target.unknown.push(words`a chart whose dependencies cannot be read`);
  // As soon as one is missing, `helm dependency build` fetches all of them anew; of the charts below, none.
  const complete =
    !isRoot || chart.dependencies.every(({ name }) => isVendored(target.view, directory, name));
  return chart.dependencies.flatMap((dependency) => {
    const local = localPath(directory, dependency);
    if (local !== undefined) return followLocal(target, local);
    if (dependency.repository === '' || complete) return [];
    const { repository, name, version = '*', place } = dependency;
    const use = { kind: 'dependency', chart: { path: directory }, name } as const;
    target.remotes.push({ kind: 'chart', repository, name, version, place, use });
    return [];
  });
}

function followLocal(target: Closing, path: string): readonly string[] {
  const found = take(target, path);
  return found.kind === 'directory' ? [found.path] : [];
}

export function localPath(chart: string, { repository }: ChartDependency): string | undefined {
  if (!repository.startsWith('file://')) return undefined;
  return pathFrom(chart, repository.slice('file://'.length));
}

/** `helm dependency build` puts them in charts/, unpacked or as an archive; Helm asks for the name alone. */
function isVendored(view: View, directory: string, name: string): boolean {
  const entries = view.directories.get(posix.join(directory, 'charts')) ?? [];
  return entries.some((entry) => entry === name || isArchiveOf(entry, name));
}

/** `redis-cluster-1.0.0.tgz` is no archive of `redis`. */
export function isArchiveOf(entry: string, name: string): boolean {
  return (
    entry.startsWith(`${name}-`) && entry.endsWith('.tgz') && /^v?\d/u.test(entry.slice(name.length + 1))
  );
}
