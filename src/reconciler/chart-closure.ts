/** A chart's directory and its values files -> all that rendering it reads, and what would have to be fetched. */
import { posix } from 'node:path';
import { words } from '../object/masked.ts';
import type { Closure } from './contract.ts';
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
    for (const path of followDependencies(target, directory)) seen.add(path);
  }
  for (const file of valuesFiles) {
    if (isRemote(file)) target.remotes.push({ kind: 'file', url: file, place: undefined });
    else take(target, pathFrom(chart, file));
  }
  return closed(target);
}

/** Gives the directories of charts that are dependencies by path. */
function followDependencies(target: Closing, directory: string): readonly string[] {
  const chart = target.view.charts.get(directory);
  if (chart === undefined) return [];
  if (chart.broken) target.unknown.push(words`a chart whose dependencies cannot be read`);
  return chart.dependencies.flatMap((dependency) => {
    const local = localPath(directory, dependency);
    if (local !== undefined) return followLocal(target, local);
    if (dependency.repository === '' || isVendored(target.view, directory, dependency)) return [];
    const { repository, name, version = '*', place } = dependency;
    target.remotes.push({ kind: 'chart', repository, name, version, place });
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

/** `helm dependency build` puts them in charts/, unpacked or as an archive. */
function isVendored(view: View, directory: string, { name }: ChartDependency): boolean {
  const vendored = view.directories.get(posix.join(directory, 'charts')) ?? [];
  return vendored.some((entry) => entry === name || (entry.startsWith(`${name}-`) && entry.endsWith('.tgz')));
}
