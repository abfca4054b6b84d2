/** A chart's dependencies and its Chart.lock (of a version 1 chart, requirements.lock) -> the versions that Helm would fetch. */
import { at, isJsonArray } from '../object/json.ts';
import { readValues } from '../object/yaml.ts';
import type { ChartDependency } from './chart.ts';

export const lockFiles = ['Chart.lock', 'requirements.lock'] as const;

/** A dependency that the lock does not have keeps its range. */
export function lockedTo(
  dependencies: readonly ChartDependency[],
  file: string,
  lock: Buffer | undefined,
): readonly ChartDependency[] {
  const [document] = lock === undefined ? [] : readValues(file, lock);
  const listed = document?.kind === 'other' ? at(document.value, 'dependencies') : undefined;
  const locked = isJsonArray(listed) ? listed : [];
  const taken = new Set<number>();
  return dependencies.map((dependency) => {
    // One chart may be there twice, under two aliases, which a lock does not have.
    const index = locked.findIndex(
      (entry, position) => !taken.has(position) && at(entry, 'name') === dependency.name,
    );
    const version = at(locked[index], 'version');
    if (typeof version !== 'string') return dependency;
    taken.add(index);
    return { ...dependency, version };
  });
}
