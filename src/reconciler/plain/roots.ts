/** A tree's kustomizations and charts -> those that no other one includes. */
import { posix } from 'node:path';
import { localPath } from './chart-closure.ts';
import { stepAt } from './kustomize-closure.ts';
import { ancestors, isHidden } from './manifest-directories.ts';
import type { View } from './view.ts';

export interface Roots {
  readonly kustomizations: readonly string[];
  readonly charts: readonly string[];
  /** Paths of files that some kustomization refers to. */
  readonly owned: ReadonlySet<string>;
}

export async function rootsOf(view: View): Promise<Roots> {
  const includes = new Map<string, readonly string[]>();
  const owned = new Set<string>();
  for (const directory of [...view.kustomizations.keys()].sort()) {
    const step = await stepAt(view, directory);
    includes.set(directory, step.includes);
    for (const path of step.paths) owned.add(path);
  }
  return { kustomizations: rootKustomizations(view, includes), charts: rootCharts(view, owned), owned };
}

function rootKustomizations(view: View, includes: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const included = new Set(
    [...includes].flatMap(([directory, others]) => others.filter((each) => each !== directory)),
  );
  const candidates = [...includes.keys()].filter(
    (directory) => !isHidden(directory) && view.kustomizations.get(directory)?.component === false,
  );
  const roots = candidates.filter((directory) => !included.has(directory));
  const reached = new Set<string>();
  for (const root of roots) reach(root, includes, reached);
  // Of those that include each other in a circle one is shown, and fails.
  for (const directory of candidates) {
    if (reached.has(directory)) continue;
    roots.push(directory);
    reach(directory, includes, reached);
  }
  return roots.sort();
}

function reach(from: string, includes: ReadonlyMap<string, readonly string[]>, reached: Set<string>): void {
  const pending = [from];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    for (const path of includes.get(next) ?? []) pending.push(path);
  }
}

function rootCharts(view: View, owned: ReadonlySet<string>): readonly string[] {
  const dependencies = new Set(
    [...view.charts].flatMap(([directory, chart]) =>
      chart.dependencies.flatMap((dependency) => {
        const path = localPath(directory, dependency);
        const found = path === undefined ? undefined : view.find(path);
        return found?.kind === 'directory' ? [found.path] : [];
      }),
    ),
  );
  const roots = [...view.charts].filter(([directory, chart]) => {
    if (chart.library || dependencies.has(directory) || isHidden(directory)) return false;
    return !isVendored(view, directory) && !isInflated(directory, owned);
  });
  return roots.map(([directory]) => directory).sort();
}

/** In the `charts/` of another chart, at any depth. */
function isVendored(view: View, directory: string): boolean {
  return ancestors(directory).some(
    (above) => posix.basename(above) === 'charts' && view.charts.has(posix.dirname(above)),
  );
}

/** A kustomization takes the whole chart. */
function isInflated(directory: string, owned: ReadonlySet<string>): boolean {
  return [directory, ...ancestors(directory)].some((path) => owned.has(`${path}/`));
}
