/** A unit whose chart stands in a tree -> the chart's name and version, kept for what is asked without the tree. */
import { posix } from 'node:path';
import { textAt } from '../../../object/fields.ts';
import { readValues } from '../../../object/yaml.ts';
import type { Tree } from '../../../source/tree.ts';
import { chartFile } from '../../chart.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';

export interface KnownChart {
  readonly name: string | undefined;
  /** As the release record would name it; undefined where it is not known before it is fetched. */
  readonly version: string | undefined;
  /** Each commit of its source gives it another version. */
  readonly movesAlways: boolean;
}

const charts = new WeakMap<Unit['declaration']['settings'], KnownChart>();

/** To be called where a tree is at hand. Throws SourceError. */
export async function noteChart(unit: Unit, tree: Tree): Promise<void> {
  const { settings } = unit.declaration;
  const { source, chartPath, chart } = helmReleaseUnit(unit);
  if (source.kind !== 'own' || charts.has(settings)) return;
  const path = posix.normalize(posix.join(chartPath, chartFile)).replace(/^\/+/u, '');
  const content = (await tree.read([path])).get(path);
  const [document] = content === undefined ? [] : readValues(path, content);
  const value = document?.kind === 'other' ? document.value : undefined;
  charts.set(settings, {
    name: textAt(value, 'name') || undefined,
    version: textAt(value, 'version') || undefined,
    movesAlways: chart.reconcileStrategy === 'Revision',
  });
}

const exact = /^v?\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/u;

export function chartOf(unit: Unit): KnownChart {
  const { source } = helmReleaseUnit(unit);
  if (source.kind === 'chart') {
    const version = exact.test(source.version) ? source.version : undefined;
    return { name: source.name, version, movesAlways: false };
  }
  return charts.get(unit.declaration.settings) ?? { name: undefined, version: undefined, movesAlways: false };
}
