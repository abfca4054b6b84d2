/** Where Applications may be declared -> one unit for each that concerns this repository, and what is to be said of them. */
import type { Gap } from '../../../object/gap.ts';
import { words } from '../../../object/masked.ts';
import type { Declarations, Discovery, Remark } from '../../declarations.ts';
import type { Templates } from '../../templates.ts';
import { viewOf } from '../../view.ts';
import type { BetweenSides } from '../application-set/between-sides.ts';
import { keyOfUnit } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import { collect } from './collect.ts';
import type { Collected } from './collect.ts';
import { controlsOf } from './control.ts';
import type { Control } from './control.ts';
import { isCovered, renderersAt, settled } from './declarer.ts';
import type { Settled } from './declarer.ts';
import type { Head } from './fate.ts';
import { textAt } from '../../../object/fields.ts';
import { policyChanges } from './policy-change.ts';
import { policyRaces } from './policy-race.ts';
import { projectsFor } from './projects.ts';
import { declaredTwice, driftOf, otherRevision, revisionEmbedded } from './remarks.ts';
import { changeNotSeen, notWatched, pluginMayTake, signatureNeeded } from './installation-remarks.ts';
import { renames } from './renames.ts';
import { restOf } from './rest.ts';
import { setRemarks } from './set-remarks.ts';
import { settingsChanges } from './settings-change.ts';
import { unitOf } from './unit-of.ts';
import { setsNotWatched } from './unwatched-sets.ts';
import type { Made } from './unit-of.ts';

export interface Means {
  readonly templates: Templates;
  /** What base made of the ApplicationSets, for head to be compared with. */
  readonly between?: BetweenSides;
}

/** Throws SourceError. */
export async function discover(
  declarations: Declarations,
  { templates, between }: Means,
): Promise<Discovery> {
  const collected = await collect(declarations, controlsOf(declarations), templates);
  const make = await maker(declarations, collected);
  const covers = renderersAt(collected.renderers);
  const chosen = [...collected.declared.values()].flatMap(
    (each) => settled(each.filter((one) => !isCovered(one, covers))) ?? [],
  );
  const made = chosen.map(({ candidate }) => make(candidate));
  const others = (declarations.others ?? []).filter(({ reconciler }) => reconciler === 'argo-cd');
  const byKey = new Map(others.map((unit) => [keyOfUnit(unit), unit]));
  const head: Head = {
    collected,
    byKey: new Map(made.map((each) => [each.candidate.key, each])),
    byId: new Map(made.map((each) => [each.unit.id, each])),
    others: new Map((declarations.others ?? []).map((unit) => [unit.id, unit])),
    mask: declarations.mask,
  };
  const rest = restOf(declarations, head, byKey);
  const all = [...made, ...rest.candidates.map(make)];
  const { mask } = declarations;
  return {
    units: all.map(({ unit }) => unit).sort((a, b) => (a.id < b.id ? -1 : 1)),
    gaps: [
      ...collected.gaps,
      ...usedControls(all).flatMap(({ gaps }) => gaps),
      ...all.flatMap((each) => unknownTarget(each, declarations)),
    ],
    remarks: [
      ...collected.remarks,
      ...(between === undefined ? [] : setRemarks(declarations, collected, between)),
      ...setsNotWatched(collected, mask),
      ...rest.remarks,
      ...settingsChanges(made, byKey, mask),
      ...twice(chosen, head),
      ...all.flatMap((each) => {
        const base = byKey.get(each.candidate.key);
        return [
          ...driftOf(each, { base, origin: declarations.origin, mask }),
          ...otherRevision(each, base, mask),
          ...policyChanges(each, base, mask),
          ...policyRaces(each, base, declarations),
          ...revisionEmbedded(each),
          ...changeNotSeen(each),
          ...signatureNeeded(each, mask),
          ...notWatched(each, mask),
          ...pluginMayTake(each, mask),
        ];
      }),
      ...renames(made, { gone: rest.gone, others: byKey }, mask),
    ],
  };
}

async function maker(
  declarations: Declarations,
  collected: Collected,
): Promise<(candidate: Candidate) => Made> {
  const here = { origin: declarations.origin, view: await viewOf(declarations.tree) };
  const projects = new Map(
    collected.controls.map((control) => [control, projectsFor(control, collected.projects)]),
  );
  return (candidate) => {
    const own = projects.get(candidate.control) ?? projectsFor(candidate.control, collected.projects);
    return unitOf(candidate, { here, projects: own, declarations });
  };
}

/** The operator names no cluster for where it deploys to, or its Argo CD has none of that name. */
function unknownTarget({ unit, destined, argo }: Made, { clusters, mask }: Declarations): readonly Gap[] {
  if (unit.target.cluster !== undefined || destined.kind === 'refused') return [];
  // That there is none at all is said of each unit, whatever reconciler it has.
  if (clusters.length === 0) return [];
  const { server, name } = wantedOf(argo);
  const wanted = mask.text(server || name || '-');
  const why = words`it deploys to ${wanted}, and the operator’s file names no cluster that is known by this`;
  return [{ kind: 'no-cluster', unit: unit.id, object: undefined, why }];
}

function wantedOf({ application, destination }: Made['argo']): {
  readonly server: string;
  readonly name: string;
} {
  const { spec } = application;
  const server = textAt(spec, 'destination', 'server') || (destination?.server ?? '');
  return { server, name: textAt(spec, 'destination', 'name') };
}

function usedControls(made: readonly Made[]): readonly Control[] {
  return [...new Set(made.map(({ candidate }) => candidate.control))];
}

function twice(chosen: readonly Settled[], { byKey, mask }: Head): readonly Remark[] {
  return chosen.flatMap((each) => {
    const made = byKey.get(each.candidate.key);
    return each.rivals.length === 0 || made === undefined ? [] : [declaredTwice(made, each, mask)];
  });
}
