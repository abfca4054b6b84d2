/** One declared object, its live form and what Helm applied before -> the request by which Helm brings the one to the other. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import type { UnstagedAttempt } from '../../attempt.ts';
import { clientSideRequest, unasked } from '../../helm-client-side.ts';
import type { ReleaseAction } from './release-action.ts';

/** Of server-side and client-side apply alike (helm-controller main.go, kube.ManagedFieldsManager). */
export const manager = 'helm-controller';

export interface Applying {
  readonly action: ReleaseAction;
  readonly strategies: PatchStrategies;
}

interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  /** As the release from which the upgrade starts has it. */
  readonly old: KubeObject | undefined;
}

export function requestFor({ object, live, old }: Target, { action, strategies }: Applying): UnstagedAttempt {
  if (action.onServer) return onServer(object, { takesOver: takesOver(action), force: true });
  if (live === undefined) return { kind: 'create', object, manager, validation: unasked };
  if (action.kind === 'upgrade' && action.replaces) {
    return { kind: 'put', object, manager, validation: action.major === 4 ? 'Strict' : unasked };
  }
  const ignoresLive = action.kind === 'upgrade' || !action.takesOwnership;
  return clientSideRequest({ object, live, old }, { manager, strategies, ignoresLive });
}

/** Helm 4 has the server check strictly what it applies there. */
export function onServer(
  object: KubeObject,
  { force, takesOver: managers }: { readonly force: boolean; readonly takesOver: readonly string[] },
): UnstagedAttempt {
  return { kind: 'apply', object, manager, force, validation: 'Strict', takesOver: managers };
}

/** Deleted first, and then made as all else is. */
export function madeAnew(object: KubeObject, { onServer: byApply }: ReleaseAction): UnstagedAttempt {
  const common = { kind: 'recreate', object, manager } as const;
  return byApply
    ? { ...common, validation: 'Strict', byApply, alsoNeeds: ['patch'] }
    : { ...common, validation: unasked };
}

/** Its own fields of earlier client-side applies; those of others it only shares. */
function takesOver(action: ReleaseAction): readonly string[] {
  const migrates = action.kind === 'upgrade' ? action.from.applyMethod === 'csa' : action.takesOwnership;
  return migrates ? [manager] : [];
}
