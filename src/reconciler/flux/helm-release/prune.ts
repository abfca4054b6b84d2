/** An object that a HelmRelease no longer declares, or whose HelmRelease goes -> what becomes of it (facts/reconcilers.md §4c). */
import { textAt } from '../../../object/fields.ts';
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Pruning } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit, type HelmReleaseUnit } from '../flux-unit.ts';
import { isHook } from './hook.ts';
import { appliedBy } from './manifest.ts';
import { isOwnedBy } from '../../helm-ownership.ts';
import { isOfCrds } from './parts.ts';
import type { Planned } from './attempts.ts';
import type { ReleaseAction } from './release-action.ts';
import { isKeptByUninstall, keepPolicy, uninstalls } from './uninstall.ts';

export interface Leaving {
  /** Its live form where there is one. */
  readonly object: KubeObject;
  /** Whether the HelmRelease itself is deleted. */
  readonly gone: boolean;
}

/** `orphaned` for what Helm leaves behind; undefined for what it never made. */
export function pruningOf(
  unit: Unit,
  { object, gone }: Leaving,
  { action, change }: Planned,
): Pruning | undefined {
  const settings = helmReleaseUnit(unit);
  if (isHook(object) || isOfCrds(object)) return isLive(object) ? 'orphaned' : undefined;
  if (gone && !uninstalls(settings)) return 'orphaned';
  if (isUnknown(unit, settings)) return byItsMark(object, action);
  const pruning = byTheRecord(settings, { object, gone }, action);
  // Until there is a new revision, the release that stands has it.
  return pruning === 'deleted' && !gone && change.kind === 'none' ? 'unpruned' : pruning;
}

function byTheRecord(
  settings: HelmReleaseUnit,
  { object, gone }: Leaving,
  { kind }: ReleaseAction,
): Pruning | undefined {
  if (settings.release === null || kind === 'install') return undefined;
  const { newest, from } = storedIn(settings, object);
  if (gone || kind === 'reinstall') return fate(newest, isKeptByUninstall);
  // What only a failed run made, no upgrade knows of.
  if (from === undefined && newest !== undefined) return 'orphaned';
  return fate(from, () => isKeptByUpgrade(object));
}

function fate(stored: KubeObject | undefined, isKept: (stored: KubeObject) => boolean): Pruning | undefined {
  if (stored === undefined) return undefined;
  return isKept(stored) ? 'orphaned' : 'deleted';
}

function isKeptByUpgrade(live: KubeObject): boolean {
  return textAt(live, 'metadata', 'annotations', keepPolicy) === 'keep';
}

/** No cluster that could tell, or a record that could not be read. */
function isUnknown(unit: Unit, { releaseUnread }: HelmReleaseUnit): boolean {
  return releaseUnread !== null || unit.home.cluster === undefined;
}

function byItsMark(object: KubeObject, { target }: ReleaseAction): Pruning | undefined {
  const isOwn = isOwnedBy(object, { name: target.release, namespace: target.namespace });
  if (isLive(object) && !isOwn) return undefined;
  return isKeptByUpgrade(object) ? 'orphaned' : 'deleted';
}

function isLive({ metadata }: KubeObject): boolean {
  return 'uid' in metadata;
}

interface Stored {
  readonly newest: KubeObject | undefined;
  /** As the revision has it from which an upgrade starts. */
  readonly from: KubeObject | undefined;
}

const indexed = new WeakMap<HelmReleaseUnit, (key: string) => Stored>();

function storedIn(settings: HelmReleaseUnit, object: KubeObject): Stored {
  const find = indexed.get(settings) ?? finder(settings);
  indexed.set(settings, find);
  return find(objectKey(object));
}

function finder(settings: HelmReleaseUnit): (key: string) => Stored {
  const { release } = settings;
  const mapOf = (
    record: typeof release | NonNullable<typeof release>['startsFrom'],
  ): Map<string, KubeObject> =>
    new Map(
      record === null || record === undefined
        ? []
        : appliedBy(record, settings).map((object) => [objectKey(object), object]),
    );
  const newest = mapOf(release);
  const from = release?.startsFrom === undefined ? newest : mapOf(release.startsFrom);
  return (key) => ({ newest: newest.get(key), from: from.get(key) });
}
