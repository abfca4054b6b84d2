/** One object in one phase of a sync: what is applied, or what is pruned. */
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Phase } from './hook.ts';

export interface Task {
  /** As declared; of what is pruned, as it lives. */
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  readonly prunes: boolean;
  readonly phase: Phase;
}
