/** A live object's last-applied annotation -> the manifest that was applied, as kubectl and Argo CD record it. */
import type { Answer } from '../live/answer.ts';
import { isJsonObject } from '../object/json.ts';
import type { Json } from '../object/json.ts';
import type { LastApply } from './causes.ts';
import { asKubeObject } from '../live/kube-reply.ts';

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Unknown where the object carries none: somebody else made it, or another way of applying is used. */
export function lastAppliedIn(live: Answer['live']): LastApply {
  if (live.kind !== 'found') return { kind: 'unknown' };
  const annotations = live.object.metadata['annotations'];
  const text = isJsonObject(annotations) ? annotations[annotation] : undefined;
  const object = typeof text === 'string' ? asKubeObject(parsed(text)) : undefined;
  return object === undefined ? { kind: 'unknown' } : { kind: 'object', object };
}

function parsed(text: string): Json | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON.parse gives is JSON
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
