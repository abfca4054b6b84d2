/** The units that a change reaches -> a remark for each bundle that it brings to several clusters, and in which steps. */
import type { ClusterConfig } from '../../../config/operator.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Declarations, Remark } from '../../declarations.ts';
import { settingsKey } from '../../settings-key.ts';
import type { Unit } from '../../unit.ts';
import type { BaseSide } from './between.ts';
import { partitionsOf } from './partitions.ts';
import type { Partition } from './partitions.ts';
import type { MadeUnit } from './unit-remarks.ts';

export function reachRemarks(
  made: readonly MadeUnit[],
  base: BaseSide | undefined,
  declarations: Declarations,
): readonly Remark[] {
  const reached = made.filter(({ unit }) => isReached(unit, base, declarations.changed ?? []));
  const byBundle = Map.groupBy(reached, ({ placed }) => placed.bundle);
  return [...byBundle.values()].flatMap((units) => reachOf(units, declarations));
}

/** Its declaration changes, or anything in its directory. */
function isReached(unit: Unit, base: BaseSide | undefined, changed: readonly string[]): boolean {
  const before = base?.units.get(unit.id);
  if (before === undefined || settingsKey(before) !== settingsKey(unit)) return true;
  const prefix = unit.path === '.' ? '' : `${unit.path}/`;
  return changed.some((path) => path.startsWith(prefix));
}

function reachOf(units: readonly MadeUnit[], { mask, clusters }: Declarations): readonly Remark[] {
  const [first] = units;
  if (first === undefined || units.length < 2) return [];
  const { bundle, repo } = first.placed;
  const reached = units.flatMap(({ placed }) => placed.cluster ?? []);
  const partitions = partitionsOf(bundle.spec, reached).filter((each) => each.clusters.length > 0);
  const production = units.filter(({ unit }) => isProduction(unit, clusters)).length;
  const atOnce = partitions[0]?.atOnce ?? units.length;
  const isAllAtOnce = partitions.length === 1 && atOnce >= units.length;
  const names = joined(
    reached.map(({ name }) => mask.text(name)),
    ', ',
  );
  const prod = production === 0 ? words`` : words`, ${production} of them production`;
  return [
    {
      unit: undefined,
      objects: [],
      about: 'bundle-reach',
      severity: production > 1 && isAllAtOnce ? 'warn' : 'info',
      title: words`The bundle ${mask.text(bundle.name)} reaches ${units.length} clusters${prod} ${stepsOf(partitions, isAllAtOnce)}`,
      detail: words`Clusters: ${names}.${partsOf(partitions, mask)}`,
      advice: words`Where that is too much for one step, set \`rolloutStrategy\` with partitions, or change one environment at a time.`,
      places: bundle.file === undefined ? [] : [{ file: bundle.file, line: 1 }],
      restsOn: [repo.namespace, bundle.name, reached.map(({ name }) => name)],
    },
  ];
}

function isProduction({ target }: Unit, clusters: readonly ClusterConfig[]): boolean {
  return clusters.some(({ name, production }) => production && name === target.cluster);
}

function stepsOf(partitions: readonly Partition[], isAllAtOnce: boolean): Masked {
  if (isAllAtOnce) return words`at once`;
  const [first] = partitions;
  if (partitions.length < 2) return words`with at most ${first?.atOnce ?? 0} of them unavailable at a time`;
  return words`in ${partitions.length} partitions`;
}

function partsOf(partitions: readonly Partition[], mask: Mask): Masked {
  if (partitions.length < 2) return words``;
  const parts = partitions.map(
    ({ name, clusters, atOnce }) => words`${mask.text(name)} (${clusters.length}, ${atOnce} at a time)`,
  );
  return words` Partitions, one after the other: ${joined(parts, ', ')}.`;
}
