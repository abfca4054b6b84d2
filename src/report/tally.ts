/** A review's changes -> what each unit comes to: its actions, its restarts, what is not the pull request's. */
import { actions } from '../diff/change.ts';
import type { Action, Cause, Change, FieldChange } from '../diff/change.ts';
import { compareText } from '../object/canonical.ts';
import { compareIdentities } from '../object/identity.ts';
import { failing, gravest } from './action-words.ts';
import type { Review, UnitReport } from './review.ts';

const changingActions: ReadonlySet<Action> = new Set([
  'created',
  'adopted',
  'configured',
  'recreated',
  'deleted',
  'unpruned',
  'orphaned',
  'handed-over',
]);

export interface Restarts {
  readonly workloads: number;
  /** At least so many, when a workload's count is not known. */
  readonly pods: number;
  readonly exact: boolean;
}

export interface UnitTally {
  readonly id: string;
  /** Undefined when only a change, a finding or a gap names the unit. */
  readonly unit: UnitReport | undefined;
  /** In apply order. */
  readonly changes: readonly Change[];
}

/** True when the object will not be what it was, or will not be managed as it was. */
export function isChanging(change: Change): boolean {
  return changingActions.has(change.action);
}

/** False when only drift, an apply that is due, or a moved input makes the difference. */
export function isOfPullRequest(change: Change): boolean {
  return change.causes.length === 0 || change.causes.includes('pull-request');
}

/** Every unit that the review names, the gravest first; none is left out because it is missing in `units`. */
export function unitTallies(review: Pick<Review, 'units' | 'changes'>): readonly UnitTally[] {
  const units = new Map(review.units.map((unit) => [String(unit.id), unit]));
  const changes = Map.groupBy(review.changes, (change) => change.unit);
  const ids = [...new Set([...units.keys(), ...changes.keys()])].sort(compareText);
  return ids
    .map((id) => ({
      id,
      unit: units.get(id),
      changes: (changes.get(id) ?? []).toSorted(compareChanges),
    }))
    .sort((a, b) => weightOf(b) - weightOf(a));
}

/** What fails stands before what is deleted or not seen, that before other changes of the pull request. */
export function weightOf({ unit, changes }: UnitTally): number {
  if (unit?.render.error !== undefined || changes.some(({ action }) => failing.has(action))) return 3;
  if (changes.some(({ action }) => gravest.has(action))) return 2;
  return Number(changes.some((change) => isChanging(change) && isOfPullRequest(change)));
}

/** Actions that occur, in the order of the verdict table, with their counts. */
export function actionCounts(changes: readonly Change[]): readonly { action: Action; count: number }[] {
  return actions
    .map((action) => ({ action, count: changes.filter((change) => change.action === action).length }))
    .filter(({ count }) => count > 0);
}

/** Causes of the changes that the pull request does not make. */
export function otherCauses(changes: readonly Change[]): readonly Cause[] {
  const others = changes.filter((change) => isChanging(change) && !isOfPullRequest(change));
  return [...new Set(others.flatMap((change) => change.causes))].sort(compareText);
}

export function restartsOf(changes: readonly Change[]): Restarts {
  const restarts = changes.flatMap((change) => change.restart ?? []);
  return {
    workloads: restarts.length,
    pods: restarts.reduce((sum, restart) => sum + (restart.pods ?? 0), 0),
    exact: restarts.every((restart) => restart.pods !== undefined),
  };
}

export function compareChanges(a: Change, b: Change): number {
  return compareText(a.unit, b.unit) || a.order - b.order || compareIdentities(a.object, b.object);
}

/** A difference that the pull request does not make. */
export function isOther({ causes }: FieldChange): boolean {
  return causes.length > 0 && !causes.includes('pull-request');
}

/** A unit that was not compared at all: its changes are not none, but unknown. */
export function isUnseen({ unit }: UnitTally): boolean {
  return unit !== undefined && unit.render.digest === undefined && unit.render.error === undefined;
}
