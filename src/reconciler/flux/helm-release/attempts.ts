/** What a HelmRelease declares, what leaves it and what is live -> the requests of the run of Helm that brings it there, in Helm's order. */
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import type { Attempt, Desire, UnstagedAttempt } from '../../attempt.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { definitionAttempts } from './definition-attempts.ts';
import { correctionOf, driftModeOf } from './drift.ts';
import { hookAttempts } from './hook-attempts.ts';
import { inInstallOrder, inUninstallOrder } from '../../helm-kind-order.ts';
import { appliedBy } from './manifest.ts';
import { partsOf, type Parts } from './parts.ts';
import { refusalOf } from './refusal.ts';
import type { ReleaseAction } from './release-action.ts';
import { madeAnew, manager, onServer, requestFor } from './request.ts';
import type { RevisionChange } from './revision-change.ts';
import { stages } from './stages.ts';
import { isKeptByUninstall, propagationOf } from './uninstall.ts';

export interface Planned {
  readonly action: ReleaseAction;
  readonly change: RevisionChange;
}

export function attemptsFor(unit: HelmReleaseUnit, desire: Desire, planned: Planned): readonly Attempt[] {
  const { action, change } = planned;
  const parts = partsOf(desire.desired.map(({ object }) => object));
  const old = oldObjects(unit, action);
  const run = { action, live: desire.live };
  const corrects = change.kind === 'none' && driftModeOf(unit) === 'enabled';
  const requestOf = (target: Target): UnstagedAttempt =>
    corrects ? corrected(unit, target, desire.strategies) : released(target, { desire, action, parts });
  const targets = inInstallOrder(parts.release).map((object): Target => {
    const key = objectKey(object);
    return { object, live: desire.live.get(key), old: old.get(key) };
  });
  const attempts: readonly Attempt[] = [
    ...leaving(unit, desire, action),
    ...definitionAttempts(parts.definitions, run).map((each) => (corrects ? left(each) : each)),
    ...(desire.desired.length === 0 ? [] : namespaceAttempts(action, desire)),
    ...targets.map((target): Attempt => ({ ...requestOf(target), stage: stages.release })),
    ...hookAttempts(parts.hooks, { ...run, tests: unit.declared.spec }).map((each) =>
      corrects ? left(each) : each,
    ),
  ];
  return attempts.toSorted((a, b) => a.stage - b.stage);
}

interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly old: KubeObject | undefined;
}

interface Releasing {
  readonly desire: Desire;
  readonly action: ReleaseAction;
  readonly parts: Parts;
}

function released(
  target: Target,
  { desire: { live, strategies }, action, parts }: Releasing,
): UnstagedAttempt {
  return (
    refusalOf(target, { action, objects: parts.release, live }) ??
    reinstalled(target, action) ??
      // Helm reads what lives before it writes anything of it.
      { ...requestFor(target, { action, strategies }), readsFirst: true }
  );
}

/** What a correction of drift does not know: it goes by the release that stands. */
function corrected(
  unit: HelmReleaseUnit,
  { object, live, old: stored }: Target,
  strategies: PatchStrategies,
): UnstagedAttempt {
  return stored === undefined
    ? { kind: 'skip', object, why: notReleased }
    : correctionOf(unit, { stored, live }, strategies);
}

function left({ object, stage }: Attempt): Attempt {
  return { kind: 'skip', object, stage, why: notReleased };
}

const notReleased = words`helm-controller makes no new revision now, and corrects only what the release that stands holds`;

/** What Helm applied last, by identity key: of the release that it upgrades, or uninstalls first. */
function oldObjects(unit: HelmReleaseUnit, action: ReleaseAction): ReadonlyMap<string, KubeObject> {
  if (action.kind === 'install') return new Map();
  const record = action.kind === 'upgrade' ? action.from : action.old;
  return new Map(appliedBy(record, unit).map((object) => [objectKey(object), object]));
}

/** Of the old release, which is uninstalled before the new one is installed. */
function reinstalled({ object, live, old }: Target, action: ReleaseAction): UnstagedAttempt | undefined {
  if (action.kind !== 'reinstall' || live === undefined || old === undefined || isKeptByUninstall(old))
    return undefined;
  return madeAnew(object, action);
}

function leaving(unit: HelmReleaseUnit, desire: Desire, action: ReleaseAction): readonly Attempt[] {
  const isUninstall = action.kind === 'reinstall' || desire.desired.length === 0;
  const propagation = isUninstall ? propagationOf(unit) : 'Background';
  const objects = isUninstall ? inUninstallOrder(desire.leaving) : desire.leaving;
  return objects.map((object) => ({
    kind: 'delete',
    object,
    propagation,
    stage: isUninstall ? stages.uninstall : stages.prune,
  }));
}

/** On the server it is applied also where it lives; a client only makes it. */
function namespaceAttempts(action: ReleaseAction, { live }: Desire): readonly Attempt[] {
  if (action.kind === 'upgrade' || !action.createsNamespace) return [];
  const object = namespaceOfRelease(action.target.namespace);
  if (!action.onServer && live.has(objectKey(object))) return [];
  const request: UnstagedAttempt = action.onServer
    ? onServer(object, { force: false, takesOver: [] })
    : { kind: 'create', object, manager, validation: 'Warn' };
  return [{ ...request, stage: stages.namespace }];
}

export function namespaceOfRelease(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { name } } };
}
