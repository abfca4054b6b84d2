/** One declared object, its live form and what Helm applied before -> the request by which Helm brings the one to the other. */
import { groupVersionOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import { difference } from '../../../object/merge/json-merge.ts';
import type { MergeForm, PatchStrategies } from '../../../object/merge/patch-strategy.ts';
import { threeWayPatch, type ThreeWay } from '../../../object/merge/three-way.ts';
import type { FieldValidation, UnstagedAttempt } from '../../attempt.ts';
import type { ReleaseAction } from './release-action.ts';

/** Of server-side and client-side apply alike (helm-controller main.go, kube.ManagedFieldsManager). */
export const manager = 'helm-controller';

/** Where Helm asks for none, the API server's default counts. */
const unasked: FieldValidation = 'Warn';

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
  return patched({ object, live, old }, { action, strategies });
}

/** Helm 4 has the server check strictly what it applies there. */
export function onServer(
  object: KubeObject,
  { force, takesOver: managers }: { readonly force: boolean; readonly takesOver: readonly string[] },
): UnstagedAttempt {
  return { kind: 'apply', object, manager, force, validation: 'Strict', takesOver: managers };
}

/** Its own fields of earlier client-side applies; those of others it only shares. */
function takesOver(action: ReleaseAction): readonly string[] {
  const migrates = action.kind === 'upgrade' ? action.from.applyMethod === 'csa' : action.takesOwnership;
  return migrates ? [manager] : [];
}

function patched(
  { object, live, old }: Target & { readonly live: KubeObject },
  { action, strategies }: Applying,
): UnstagedAttempt {
  const served = strategies({ ...groupVersionOf(object.apiVersion), kind: object.kind });
  if (served === undefined) return { kind: 'unknown', object, why: cannotKnow };
  // What the release did not have counts as applied the way it is now: of that nothing is taken away.
  const states = { form: formFor(object, served), original: old ?? object, modified: object, current: live };
  const ignoresLive = action.kind === 'upgrade' || !action.takesOwnership;
  const patch =
    states.form.kind === 'json-merge' && ignoresLive ? untouchedByLive(states) : threeWayPatch(states);
  const common = { kind: 'patch', object, manager, validation: unasked } as const;
  switch (patch.kind) {
    case 'patch':
      return { ...common, type: patch.type, body: patch.body };
    case 'unchanged':
      return { ...common, type: 'application/merge-patch+json', body: {} };
    case 'refused':
      return { kind: 'refuse', object, ends: 'stage', why: cannotMerge };
    case 'not-predicted':
      return { kind: 'unknown', object, why: cannotPredict };
  }
}

/** Kinds that Helm's client does not know are merged as custom resources are, although the server would know better. */
function formFor(object: KubeObject, served: MergeForm): MergeForm {
  const { group } = groupVersionOf(object.apiVersion);
  return group === 'apiregistration.k8s.io' ? { kind: 'json-merge' } : served;
}

/** Of custom resources Helm compares only its own two manifests: what drifted stays (helm pkg/kube/client.go, createPatch). */
function untouchedByLive({
  original,
  modified,
}: {
  readonly original: KubeObject;
  readonly modified: KubeObject;
}): ThreeWay {
  const body = difference(original, modified);
  if (Object.keys(body).length === 0) return { kind: 'unchanged' };
  return { kind: 'patch', type: 'application/merge-patch+json', body };
}

const cannotKnow = words`the server’s description of the kind could not be had, so the patch that Helm would send is not known`;
const cannotMerge = words`Helm cannot make a patch of this object: a list in it cannot be merged with what was applied last or with what is live`;
const cannotPredict = words`the object has a long list in which two items have one merge key, and the order in which Helm compares those is not known`;
