/** One object of a release -> why Helm would end its run before the first request for that object's sake. */
import { groupVersionOf, objectKey } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { LiveObjects, UnstagedAttempt } from '../../attempt.ts';
import { isOwnedBy } from '../../helm-ownership.ts';
import { definedKind, isDefinition } from './parts.ts';
import type { ReleaseAction } from './release-action.ts';

interface Target {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly old: KubeObject | undefined;
}

interface Release {
  readonly action: ReleaseAction;
  /** All objects of the new release, without those of `crds/`. */
  readonly objects: readonly KubeObject[];
  readonly live: LiveObjects;
}

export function refusalOf(target: Target, release: Release): UnstagedAttempt | undefined {
  const { object } = target;
  if (isTooEarly(object, release)) return { kind: 'refuse', object, ends: 'sync', why: tooEarly };
  if (release.action.takesOwnership || target.live === undefined || isExpected(target)) return undefined;
  const { release: name, namespace } = release.action.target;
  if (isBare(target.live)) return { kind: 'unknown', object, why: unseen };
  return isOwnedBy(target.live, { name, namespace })
    ? undefined
    : { kind: 'refuse', object, ends: 'sync', why: foreign };
}

/** In the same version, the release had it before. */
function isExpected({ object, old }: Target): boolean {
  return old !== undefined && old.apiVersion === object.apiVersion;
}

/** Its content may not be told to decide by. */
function isBare({ metadata }: KubeObject): boolean {
  return !('uid' in metadata);
}

/** Helm looks up all kinds of the release before it makes the first object, and so the definition that is one of them. */
function isTooEarly(object: KubeObject, { objects, live }: Release): boolean {
  const { group } = groupVersionOf(object.apiVersion);
  const kind = `${group}/${object.kind}`;
  const definition = objects.find((other) => isDefinition(other) && definedKind(other) === kind);
  return definition !== undefined && !live.has(objectKey(definition));
}

const tooEarly = words`its kind is defined by the same release, among the chart’s templates: Helm looks up all kinds before it makes anything, does not find this one, and ends`;
const foreign = words`it exists and is not marked as part of this Helm release, and taking over is switched off (disableTakeOwnership): Helm ends before it changes anything`;
const unseen = words`it exists, and whether it is marked as part of this Helm release may not be read, without which Helm refuses (disableTakeOwnership)`;
