/** A chart whose charts/ is incomplete -> the charts of the same tree that `helm dependency build` would put there. */
import { posix } from 'node:path';

import { chartFile, readChart, requirementsFile } from '../reconciler/chart.ts';
import { localPath } from '../reconciler/chart-closure.ts';
import type { Tree } from '../source/tree.ts';
import { partOf, type Mount } from './mount.ts';
import { dependencyMount, isPartOfVendored } from './remote-mounts.ts';
import { limits } from './sandbox.ts';

/** Throws SourceError. */
export async function localDependencies(chart: string, tree: Tree): Promise<readonly Mount[]> {
  const file = posix.join(chart, chartFile);
  const requirements = posix.join(chart, requirementsFile);
  const contents = await tree.read([file, requirements], limits.read);
  if (![...contents.values()].some((content) => content.includes('dependencies'))) return [];
  const { dependencies } = readChart(file, contents.get(file), contents.get(requirements));
  if (dependencies.every(({ name }) => isVendored(tree, chart, name))) return [];
  const taken = new Set<string>();
  return dependencies.flatMap((dependency) => {
    const path = localPath(chart, dependency);
    if (path === undefined || !tree.entries.has(posix.join(path, chartFile))) return [];
    const mount = {
      at: '',
      tree: partOf(tree, path),
      name: undefined,
      placeOf: ({ file: below, ...place }: { readonly file: string; readonly line: number }) => ({
        ...place,
        file: posix.join(path, below),
      }),
    };
    return [dependencyMount(mount, { chart, name: dependency.name, taken })];
  });
}

function isVendored({ entries }: Tree, chart: string, name: string): boolean {
  const charts = posix.join(chart, 'charts');
  return [...entries.keys()].some((path) => isPartOfVendored(path, charts, name));
}
