/** Where GitRepos may be declared, and the clusters of a Fleet -> one unit for each bundle on each cluster on which it is deployed. */
import { textAt } from '../../../object/fields.ts';
import { words } from '../../../object/masked.ts';
import type { Gap } from '../../../object/gap.ts';
import type { Declarations, Discovery } from '../../declarations.ts';
import type { Templates } from '../../templates.ts';
import { viewOf } from '../../view.ts';
import type { Between } from './between.ts';
import { newsOf } from './between.ts';
import { operatorsName } from './clusters.ts';
import type { Control } from './control.ts';
import { controlsOf, unseenControl } from './control.ts';
import type { GitRepo } from './git-repos.ts';
import { gitReposHere } from './git-repos.ts';
import { followsMerge } from './moves.ts';
import { evaluated } from './preprocess.ts';
import { reachRemarks } from './reach.ts';
import { repoRemarks } from './remarks.ts';
import { sideOf } from './side.ts';
import type { RepoSide } from './side.ts';
import { standing } from './standing.ts';
import { unitOf } from './unit-of.ts';
import { unitRemarks } from './unit-remarks.ts';
import type { MadeUnit } from './unit-remarks.ts';

export interface Means {
  readonly templates: Templates;
  readonly between: Between;
  readonly now: () => number;
}

/** Throws SourceError. */
export async function discover(declarations: Declarations, means: Means): Promise<Discovery> {
  const { mask, side } = declarations;
  const sides = await sidesIn(declarations, means.between);
  const placed = await evaluated(
    sides.flatMap((each) => each.placed),
    means.templates,
  );
  const made = placed.map((each): MadeUnit => ({ placed: each, unit: unitOf(each, declarations) }));
  const units = standing(made, declarations.others ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const standingRemarks = [...repoRemarks(sides, mask), ...unitRemarks(made, means.now(), mask)];
  const base = side === 'head' ? means.between.base() : undefined;
  if (side === 'base') {
    means.between.remember({
      units: new Map(units.map((unit) => [unit.id, unit])),
      repos: new Set(
        sides
          .map(({ repo }) => repo)
          .filter(isDeclared)
          .map(keyOf),
      ),
      current: new Set(
        sides
          .map(({ repo }) => repo)
          .filter((repo) => isCurrent(repo, declarations))
          .map(keyOf),
      ),
      remarks: standingRemarks,
    });
  }
  return {
    units,
    gaps: [...controlGaps(sides), ...made.flatMap((each) => unknownTarget(each, declarations))],
    remarks: [...newsOf(standingRemarks, base), ...reachRemarks(made, base, declarations)],
  };
}

async function sidesIn(declarations: Declarations, between: Between): Promise<readonly RepoSide[]> {
  const controls = controlsOf(declarations);
  const view = await viewOf(declarations.tree);
  const before = declarations.side === 'head' ? between.base()?.repos : undefined;
  const sides: RepoSide[] = [];
  for (const control of controls.length === 0 ? [unseenControl] : controls) {
    for (const repo of await gitReposHere(declarations, control.objects)) {
      if (isWithdrawn(repo, before) || !followsMerge(repo.spec, declarations.origin)) continue;
      sides.push(await sideOf(repo, control, view));
    }
  }
  return sides;
}

function isDeclared({ place, by }: GitRepo): boolean {
  return place !== undefined || by !== undefined;
}

function isCurrent({ live }: GitRepo, { tree }: Declarations): boolean {
  return tree.commit !== undefined && textAt(live, 'status', 'commit') === tree.commit;
}

function keyOf({ namespace, name }: GitRepo): string {
  return `${namespace}/${name}`;
}

/** Base declares it and head does not: what still lives of it goes. */
function isWithdrawn(repo: GitRepo, before: ReadonlySet<string> | undefined): boolean {
  return !isDeclared(repo) && before?.has(keyOf(repo)) === true;
}

function controlGaps(sides: readonly RepoSide[]): readonly Gap[] {
  const used: readonly Control[] = [...new Set(sides.map(({ control }) => control))];
  return used.flatMap(({ gaps }) => gaps);
}

/** The operator names no cluster that is known by this one's name. */
function unknownTarget(
  { placed: { cluster, control }, unit }: MadeUnit,
  { clusters, mask }: Declarations,
): readonly Gap[] {
  if (cluster === undefined || clusters.length === 0) return [];
  if (operatorsName(cluster, control.home, clusters) !== undefined) return [];
  const name = mask.text(`${cluster.namespace}/${cluster.name}`);
  const why = words`it is deployed to the Fleet cluster ${name}, and the operator’s file names no cluster that is known by this`;
  return [{ kind: 'no-cluster', unit: unit.id, object: undefined, why }];
}
