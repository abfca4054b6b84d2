/** What a HelmRelease declares, what leaves it and what is live -> the requests of the run of Helm that brings it there, in Helm's order. */
import { objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Attempt, Desire, UnstagedAttempt } from '../../attempt.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { definitionAttempts } from './definition-attempts.ts';
import { hookAttempts } from './hook-attempts.ts';
import { inInstallOrder, inUninstallOrder } from './kind-order.ts';
import { appliedBy } from './manifest.ts';
import { partsOf } from './parts.ts';
import type { ReleaseAction } from './release-action.ts';
import { manager, onServer, requestFor } from './request.ts';
import { stages } from './stages.ts';
import { propagationOf } from './uninstall.ts';
import { isKeptByUninstall } from './uninstall.ts';
import { refusalOf } from './refusal.ts';

export function attemptsFor(
  unit: HelmReleaseUnit,
  desire: Desire,
  action: ReleaseAction,
): readonly Attempt[] {
  const parts = partsOf(desire.desired.map(({ object }) => object));
  const old = oldObjects(unit, action);
  const run = { action, live: desire.live };
  return [
    ...leaving(unit, desire, action),
    ...definitionAttempts(parts.definitions, run),
    ...namespaceAttempts(action, desire.desired.length > 0),
    ...inInstallOrder(parts.release).map((object): Attempt => {
      const key = objectKey(object);
      const target = { object, live: desire.live.get(key), old: old.get(key) };
      const request =
        refusalOf(target, { action, definitions: parts.release, live: desire.live }) ??
        madeAnew(target, action) ??
        requestFor(target, { action, strategies: desire.strategies });
      return { ...request, stage: stages.release };
    }),
    ...hookAttempts(parts.hooks, { ...run, tests: unit.declared.spec }),
  ];
}

/** What Helm applied last, by identity key: of the release that it upgrades, or uninstalls first. */
function oldObjects(unit: HelmReleaseUnit, action: ReleaseAction): ReadonlyMap<string, KubeObject> {
  if (action.kind === 'install') return new Map();
  const record = action.kind === 'upgrade' ? action.from : action.old;
  return new Map(appliedBy(record, unit).map((object) => [objectKey(object), object]));
}

/** Of the old release, which is uninstalled before the new one is installed. */
function madeAnew(
  {
    object,
    live,
    old,
  }: {
    readonly object: KubeObject;
    readonly live: KubeObject | undefined;
    readonly old: KubeObject | undefined;
  },
  { kind }: ReleaseAction,
): UnstagedAttempt | undefined {
  if (kind !== 'reinstall' || live === undefined || old === undefined || isKeptByUninstall(old))
    return undefined;
  return { kind: 'recreate', object, manager, validation: 'Strict' };
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
function namespaceAttempts(action: ReleaseAction, isDeclared: boolean): readonly Attempt[] {
  if (action.kind === 'upgrade' || !action.createsNamespace || !isDeclared) return [];
  const object = namespaceOfRelease(action.target.namespace);
  const request: UnstagedAttempt = action.onServer
    ? onServer(object, { force: false, takesOver: [] })
    : { kind: 'create', object, manager, validation: 'Warn' };
  return [{ ...request, stage: stages.namespace }];
}

export function namespaceOfRelease(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { name } } };
}
