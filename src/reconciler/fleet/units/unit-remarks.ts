/** The units of one side -> what a reviewer must know of single ones: clusters that are offline, bundles that wait for each other. */
import { words } from '../../../object/masked.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';
import type { Placed } from './unit-of.ts';

export interface MadeUnit {
  readonly placed: Placed;
  readonly unit: Unit;
}

/** `now`: milliseconds since the epoch. */
export function unitRemarks(made: readonly MadeUnit[], now: number, mask: Mask): readonly Remark[] {
  return [...made.flatMap((each) => offline(each, now, mask)), ...circles(made, mask)];
}

/** Fleet itself calls a cluster offline after three missed reports, one every 15 minutes. */
const longestSilence = 45 * 60_000;

function offline({ placed: { cluster }, unit }: MadeUnit, now: number, mask: Mask): readonly Remark[] {
  const seen = Date.parse(cluster?.lastSeen ?? '');
  if (cluster === undefined || Number.isNaN(seen) || now - seen < longestSilence) return [];
  const name = mask.text(`${cluster.namespace}/${cluster.name}`);
  return [
    {
      ...about(unit),
      about: 'fleet-cluster-offline',
      severity: 'warn',
      title: words`The agent of the cluster ${name} has not reported since ${mask.text(cluster.lastSeen)}`,
      detail: words`Nothing is applied there until it comes back, and then all at once; until then its status stays as it was.`,
      advice: words`See to the agent, or expect this change there later.`,
      restsOn: [cluster.namespace, cluster.name],
    },
  ];
}

function about(unit: Unit): Pick<Remark, 'unit' | 'objects' | 'places'> {
  const { place } = unit.declaration;
  return { unit: unit.id, objects: [], places: place === undefined ? [] : [place] };
}

/** By names alone: what a selector names depends on labels of what lives. */
function circles(made: readonly MadeUnit[], mask: Mask): readonly Remark[] {
  const waits = new Map(
    made.map(({ unit }) => {
      const { bundle, rollout } = fleetUnit(unit);
      return [
        `${bundle.workspace}/${bundle.name}`,
        rollout.dependsOn.map((name) => `${bundle.workspace}/${name}`),
      ];
    }),
  );
  return made.flatMap(({ unit }): readonly Remark[] => {
    const { bundle } = fleetUnit(unit);
    const circle = circleFrom(`${bundle.workspace}/${bundle.name}`, waits);
    if (circle === undefined) return [];
    return [
      {
        ...about(unit),
        about: 'bundle-circle',
        severity: 'block',
        title: words`The bundle ${mask.text(bundle.name)} waits for itself`,
        detail: words`${mask.text(circle.join(' waits for '))}: none of them is ever deployed.`,
        advice: words`Take one \`dependsOn\` away.`,
        restsOn: [...circle],
      },
    ];
  });
}

function circleFrom(
  start: string,
  waits: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of waits.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}
