/** A live object's last-applied annotation -> the manifest that was applied, as kubectl and Argo CD record it. */
import type { Answer } from '../live/answer.ts';
import { at, jsonIn } from '../object/json.ts';
import { lastApplied } from '../object/last-applied.ts';
import type { LastApply } from './causes.ts';
import { asKubeObject } from '../live/kube-reply.ts';

/** Unknown where the object carries none: somebody else made it, or another way of applying is used. */
export function lastAppliedIn(live: Answer['live']): LastApply {
  if (live.kind !== 'found') return { kind: 'unknown' };
  const text = at(live.object, 'metadata', 'annotations', lastApplied);
  const object = typeof text === 'string' ? asKubeObject(jsonIn(text)) : undefined;
  return object === undefined ? { kind: 'unknown' } : { kind: 'object', object };
}
