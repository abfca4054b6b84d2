/** A tree's kustomizations and charts -> those that no other one includes. */
import { posix } from 'node:path';
import { fromAbove } from '../from-above.ts';
import { localPath } from '../chart-closure.ts';
import { stepAt } from '../kustomize-closure.ts';
import type { Step } from '../kustomize-closure.ts';
import { isHidden } from './manifest-directories.ts';
import type { View } from '../view.ts';

export interface Roots {
  readonly kustomizations: readonly string[];
  readonly charts: readonly string[];
  /** Paths of files that some kustomization refers to. */
  readonly owned: ReadonlySet<string>;
  /** The same, and the directories of kustomizations, but not by the guess at what a broken one includes. */
  readonly surelyTaken: ReadonlySet<string>;
}

/** What is hidden or ignored is no unit, and so takes nothing away from the others. */
export async function rootsOf(view: View, isIgnored: (path: string) => boolean): Promise<Roots> {
  const mayBeUnit = (path: string): boolean => !isHidden(path) && !isIgnored(path);
  const steps = new Map<string, Step>();
  for (const directory of [...view.kustomizations.keys()].sort()) {
    steps.set(directory, await stepAt(view, directory));
  }
  const candidates = [...steps.keys()].filter(
    (directory) => mayBeUnit(directory) && view.kustomizations.get(directory)?.component === false,
  );
  const includes = (directory: string): readonly string[] => steps.get(directory)?.includes ?? [];
  const reached = [...reachedFrom(candidates, includes)];
  const owned = new Set(reached.flatMap((directory) => [...(steps.get(directory)?.paths ?? [])]));
  const sure = reached.filter((directory) => view.kustomizations.get(directory)?.broken === false);
  const surelyTaken = new Set(
    sure.flatMap((directory) => [
      ...(steps.get(directory)?.paths ?? []),
      ...includes(directory).filter((each) => each !== directory),
    ]),
  );
  const charts = rootCharts(view, owned, mayBeUnit);
  return { kustomizations: rootsAmong(candidates, includes), charts, owned, surelyTaken };
}

type Includes = (directory: string) => readonly string[];

/** Those that no other candidate includes, also not through what is no candidate itself. */
function rootsAmong(candidates: readonly string[], includes: Includes): readonly string[] {
  const isCandidate = new Set(candidates);
  const direct = candidates.flatMap((directory) => includes(directory).filter((each) => each !== directory));
  const included = reachedFrom(direct, (path) => (isCandidate.has(path) ? [] : includes(path)));
  const roots = candidates.filter((directory) => !included.has(directory));
  const reached = reachedFrom(roots, includes);
  // Of those that include each other in a circle one is shown, and fails.
  for (const directory of candidates) {
    if (reached.has(directory)) continue;
    roots.push(directory);
    for (const path of reachedFrom([directory], includes)) reached.add(path);
  }
  return roots.sort();
}

/** With where it starts. */
function reachedFrom(starts: readonly string[], includes: Includes): Set<string> {
  const reached = new Set(starts);
  for (const here of reached) for (const path of includes(here)) reached.add(path);
  return reached;
}

function rootCharts(
  view: View,
  owned: ReadonlySet<string>,
  mayBeUnit: (path: string) => boolean,
): readonly string[] {
  const isVendored = vendoredIn(view);
  const isInflated = fromAbove(owned.has('./'), (directory, above) => above || owned.has(`${directory}/`));
  const candidates = [...view.charts].flatMap(([directory, chart]) => {
    if (chart.library || !mayBeUnit(directory)) return [];
    // A kustomization that inflates a chart takes all of it.
    return isVendored(directory) || isInflated(directory) ? [] : [directory];
  });
  return rootsAmong(candidates, (directory) => {
    const dependencies = view.charts.get(directory)?.dependencies ?? [];
    return dependencies.flatMap((dependency) => {
      const path = localPath(directory, dependency);
      const found = path === undefined ? undefined : view.find(path);
      return found?.kind === 'directory' ? [found.path] : [];
    });
  });
}

/** In the `charts/` of another chart, at any depth. */
function vendoredIn({ charts }: View): (directory: string) => boolean {
  return fromAbove(false, (directory, above) => {
    const parent = posix.dirname(directory);
    return above || (posix.basename(parent) === 'charts' && charts.has(posix.dirname(parent)));
  });
}
