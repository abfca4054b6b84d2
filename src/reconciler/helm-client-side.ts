/** One object that lives, and what Helm applied before -> the patch by which Helm brings it to what is declared, on the client's side (helm pkg/kube/client.go). */
import { groupVersionOf } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import { difference } from '../object/merge/json-merge.ts';
import type { MergeForm, PatchStrategies } from '../object/merge/patch-strategy.ts';
import { threeWayPatch, type ThreeWay } from '../object/merge/three-way.ts';
import type { FieldValidation, UnstagedAttempt } from './attempt.ts';

/** Where Helm asks for none, the API server's default counts. */
export const unasked: FieldValidation = 'Warn';

interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject;
  /** As the release from which the upgrade starts has it. */
  readonly old: KubeObject | undefined;
}

interface Merging {
  readonly manager: string;
  readonly strategies: PatchStrategies;
  /** Of custom resources: what lives is not looked at, unless an installation takes it over. */
  readonly ignoresLive: boolean;
}

export function clientSideRequest(
  { object, live, old }: Target,
  { manager, strategies, ignoresLive }: Merging,
): UnstagedAttempt {
  const served = strategies({ ...groupVersionOf(object.apiVersion), kind: object.kind });
  if (served === undefined) return { kind: 'unknown', object, why: cannotKnow };
  // What the release did not have counts as applied the way it is now: of that nothing is taken away.
  const states = { form: formFor(object, served), original: old ?? object, modified: object, current: live };
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
