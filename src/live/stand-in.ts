/** An object whose namespace the same pull request makes -> the same question asked in a namespace that exists, and back. */
import { createHash } from 'node:crypto';

import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import { identityOf, objectKey } from '../object/identity.ts';
import { namespaceOf, type KubeObject } from '../object/kube-object.ts';
import { words, type Mask, type Masked } from '../object/masked.ts';
import type { Prediction } from './answer.ts';
import { gapOf, type Gapping } from './failure-gap.ts';
import { moved } from './placement.ts';

export const standInNamespace = 'default';

/** A name of the same length at most as a label may have, that nothing real bears. */
export function otherName(object: KubeObject): string {
  const mark = createHash('sha256').update(objectKey(object)).digest('hex').slice(0, 8);
  return `${object.metadata.name.slice(0, 44)}-proofline-${mark}`;
}

/** The same under its own name: what the server, or a webhook, made of the other one is made of this. */
export function renamed(answer: KubeObject, object: KubeObject): KubeObject {
  const other = otherName(object);
  const own = object.metadata.name;
  const within = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(other, own);
    if (isJsonArray(value)) return value.map(within);
    return isJsonObject(value) ? inMembers(value) : value;
  };
  const inMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([key, member]) => [key, within(member)]));
  const { apiVersion, kind, metadata, ...rest } = answer;
  return { ...inMembers(rest), apiVersion, kind, metadata: { ...inMembers(metadata), name: own } };
}

/** An object of that name stood there already: its content must not enter the answer. */
export function hitSomethingElse(prediction: Prediction): boolean {
  return prediction.kind === 'object' && at(prediction.object, 'metadata', 'resourceVersion') !== undefined;
}

/** The answer as one about the object itself. What the stand-in's own quota, limits or labels refuse is nothing seen. */
export function backIn(gapping: Gapping, object: KubeObject, prediction: Prediction): Prediction {
  if (prediction.kind === 'refused' && isOwnRefusal.test(prediction.message)) {
    const why = words`namespace ${gapping.mask.text(standInNamespace)}, asked in its place, refuses by rules of its own: ${prediction.message}`;
    return {
      kind: 'gap',
      gap: gapOf(gapping, { kind: 'cluster-forbidden', object: identityOf(object) }, why),
    };
  }
  if (prediction.kind !== 'object') return prediction;
  return { kind: 'object', object: moved(renamed(prediction.object, object), namespaceOf(object)) };
}

const isOwnRefusal =
  /is forbidden: (?:exceeded quota: |failed quota: |violates PodSecurity |\[?(?:maximum|minimum) )/;

export function assumesStandIn(mask: Mask, namespace: string): Masked {
  return words`namespace ${mask.text(namespace)} does not exist yet: asked in namespace ${mask.text(standInNamespace)} instead`;
}
