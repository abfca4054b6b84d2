/** A unit and its tree -> all that its render can depend on: its directory, what describes it, and its chart's remotes. */
import { posix } from 'node:path';
import { textsAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Tree } from '../../../source/tree.ts';
import { chartClosure } from '../../chart-closure.ts';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import type { Closure } from '../../unit.ts';
import type { Unit } from '../../unit.ts';
import { viewOf } from '../../view.ts';
import type { View } from '../../view.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { FleetUnit } from '../fleet-unit.ts';
import { filesOf } from './files-of.ts';
import { styleOf } from './style.ts';

const nothing: Closure = { paths: [], remotes: [], unknown: [] };

/** Throws SourceError. */
export async function closure(unit: Unit, tree: Tree): Promise<Closure> {
  const settings = fleetUnit(unit);
  const { directory, file } = settings.bundle;
  const view = await viewOf(tree);
  const whole = directory === '.' ? './' : `${directory}/`;
  const values = textsAt(settings.options, 'helm', 'valuesFiles').map((name) => posix.join(directory, name));
  const below = view.directories.has(directory) ? await rendered(settings, view) : nothing;
  const paths = new Set([whole, ...(file === null ? [] : [file]), ...values, ...below.paths]);
  return { ...below, paths: [...paths].sort() };
}

async function rendered(settings: FleetUnit, view: View): Promise<Closure> {
  const { directory } = settings.bundle;
  const { files } = await filesOf(settings, view);
  const { chart, kustomization } = styleOf(settings.options, new Set(files.keys()));
  const parts: Closure[] = [];
  if (kustomization !== undefined)
    parts.push(await kustomizeClosure(view, posix.join(directory, kustomization)));
  if (chart?.kind === 'local') parts.push(chartClosure(view, posix.join(directory, chart.directory), []));
  if (chart?.kind === 'remote')
    parts.push({ ...nothing, remotes: [{ ...chart.reference, place: undefined, use: { kind: 'root' } }] });
  if (chart?.kind === 'unknown')
    parts.push({
      ...nothing,
      unknown: [words`the address of a chart that is not of a kind that is fetched here`],
    });
  return {
    paths: parts.flatMap((part) => part.paths),
    remotes: parts.flatMap((part) => part.remotes),
    unknown: parts.flatMap((part) => part.unknown),
  };
}
