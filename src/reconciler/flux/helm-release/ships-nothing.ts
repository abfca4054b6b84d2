/** A HelmRelease on both sides -> whether its chart in Git changes without a new version: then its source keeps what it packed before. */
import type { Tree } from '../../../source/tree.ts';
import { heldBy, sortedPaths } from '../../depends-on.ts';
import type { Closure, Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import { chartOf } from './known-chart.ts';

const packed = new WeakMap<Unit['declaration']['settings'], string>();

/** To be called where a tree is at hand. `files`: of the chart, and its values files. */
export function noteFiles({ declaration: { settings } }: Unit, files: Closure, { entries }: Tree): void {
  const held = [...heldBy(files, sortedPaths(entries.keys()))].sort();
  packed.set(settings, JSON.stringify(held.map((path) => [path, entries.get(path)?.oid])));
}

export function shipsNothing(base: Unit, head: Unit): boolean {
  const isKept = [base, head].every((unit) => {
    const { source, chart } = helmReleaseUnit(unit);
    return source.kind === 'own' && chart.reconcileStrategy === 'ChartVersion';
  });
  const { version } = chartOf(head);
  if (!isKept || version === undefined || version !== chartOf(base).version) return false;
  const [before, after] = [base, head].map((unit) => packed.get(unit.declaration.settings));
  return before !== undefined && after !== undefined && before !== after;
}
