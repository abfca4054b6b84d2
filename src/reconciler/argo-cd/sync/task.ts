/** One object in one phase of a sync: what is applied, or what is pruned. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Phase } from './hook.ts';

export interface Task {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly prunes: boolean;
  readonly phase: Phase;
}

/** Whose annotations count: of what is pruned those of the live object, which nobody declares any more. */
export function markedIn({ object, live, prunes }: Task): KubeObject {
  return prunes ? (live ?? object) : object;
}
