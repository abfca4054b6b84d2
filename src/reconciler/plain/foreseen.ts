/** The names in a tree -> the files that looking for units will read, so that a partial clone fetches them at once. */
import { posix } from 'node:path';
import type { Tree } from '../../source/tree.ts';
import { partsOfCharts } from '../chart-parts.ts';
import { fromAbove } from '../from-above.ts';
import { lockFiles } from '../chart-lock.ts';
import { chartFile, requirementsFile } from '../chart.ts';
import { isManifestName } from './directory-closure.ts';
import { kustomizationNames } from '../kustomization.ts';
import { isHidden } from './manifest-directories.ts';

/** By names alone: what only the contents tell (whose files are included, what is ignored) is read a little later. */
export function foreseen({ entries }: Tree): readonly string[] {
  const named = (names: readonly string[]): ReadonlySet<string> => {
    const paths = [...entries.keys()].filter((path) => names.includes(posix.basename(path)));
    return new Set(paths.map((path) => posix.dirname(path)));
  };
  const kustomizations = named(kustomizationNames);
  const charts = named([chartFile]);
  const isBelowKustomization = fromAbove(false, (directory, above) => above || kustomizations.has(directory));
  const partOfChart = partsOfCharts({ charts });
  const isLookedThrough = once((directory) => {
    if (isBelowKustomization(directory) || kustomizations.has(directory)) return false;
    return !isHidden(directory) && partOfChart(directory) === undefined;
  });
  const always: readonly string[] = [...kustomizationNames, chartFile, requirementsFile, ...lockFiles];
  return [...entries.values()].flatMap(({ path, kind }) => {
    if (kind === 'symlink' || always.includes(posix.basename(path))) return [path];
    return isManifestName(path) && isLookedThrough(posix.dirname(path)) ? [path] : [];
  });
}

function once(decide: (directory: string) => boolean): (directory: string) => boolean {
  const known = new Map<string, boolean>();
  return (directory) => {
    const decided = known.get(directory) ?? decide(directory);
    known.set(directory, decided);
    return decided;
  };
}
