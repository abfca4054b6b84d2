/** A live object -> what it records of its last apply: the annotation that kubectl and Argo CD leave, or who owns its fields. */
import type { Answer } from '../live/answer.ts';
import { at, jsonIn } from '../object/json.ts';
import { lastApplied } from '../object/last-applied.ts';
import type { LastApply } from './causes.ts';
import { asKubeObject } from '../live/kube-reply.ts';
import { wroteLastByApply } from './managed-fields.ts';

/** Unknown where the object carries none: somebody else made it, or another way of applying is used. */
export function lastAppliedIn(live: Answer['live']): LastApply {
  if (live.kind !== 'found') return { kind: 'unknown' };
  const text = at(live.object, 'metadata', 'annotations', lastApplied);
  const object = typeof text === 'string' ? asKubeObject(jsonIn(text)) : undefined;
  return object === undefined ? { kind: 'unknown' } : { kind: 'object', object, from: 'annotation' };
}

/** An annotation may be older than a server-side apply, which leaves it as it is. */
export function recordedIn(live: Answer['live'], manager: string): LastApply {
  const byApply = live.kind === 'found' && wroteLastByApply(live.object, manager);
  return byApply ? { kind: 'manager', manager } : lastAppliedIn(live);
}
