/** An Application and an object that is to go -> whether Argo CD waits with it until a person confirms it. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Course, Said } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { deletionOptions, syncOptionOf } from './annotations.ts';
import { syncPolicyOf } from './policy.ts';

const approval = 'argocd.argoproj.io/deletion-approved';

/**
 * Whether the deletion is approved whenever it comes, by a time that is not yet there: one of before it does not count.
 * `now` in milliseconds since the epoch.
 */
export function isApprovedAhead({ application, live }: ArgoUnit, now: number): boolean {
  const text = { ...live?.annotations, ...application.annotations }[approval];
  return text !== undefined && Date.parse(text) > now;
}

export function waitsToPrune(settings: ArgoUnit, object: KubeObject): boolean {
  return syncOptionOf(object, 'Prune', pruneOptions(settings)) === 'confirm';
}

function pruneOptions(settings: ArgoUnit): readonly string[] {
  return deletionOptions(settings.installation, syncPolicyOf(settings).options);
}

const unconfirmed = words`the deletion of the whole Application waits until a person confirms it (Delete=confirm or Prune=confirm on one of its objects)`;

/** Of an Application that goes: one live object that waits keeps all of them (controller/appcontroller.go, finalizeApplicationDeletion). */
export function deletionOf(unit: Unit, said: readonly Said[], now: number): readonly Course[] {
  const settings = argoUnit(unit);
  const waits = said.some(
    ({ attempt, live }) =>
      attempt.kind === 'delete' &&
      live !== undefined &&
      (waitsToGo(settings, attempt.object) || waitsToGo(settings, live)),
  );
  if (!waits || isApprovedAhead(settings, now)) return said.map(() => ({ kind: 'as-said' }));
  return said.map(({ attempt }) =>
    attempt.kind === 'delete' ? { kind: 'skipped', why: unconfirmed } : { kind: 'as-said' },
  );
}

/** What is marked for prunes counts here too (controller/state.go, isObjRequiresDeletionConfirmation). */
function waitsToGo(settings: ArgoUnit, object: KubeObject): boolean {
  const { application, live, rolling, installation } = settings;
  const spec = live?.spec ?? application.spec;
  const { options } = syncPolicyOf({ application: { ...application, spec }, rolling });
  const own = deletionOptions(installation, options);
  return (['Delete', 'Prune'] as const).some((key) => syncOptionOf(object, key, own) === 'confirm');
}
