/** A unit's objects -> the requests of `kubectl apply --server-side`, in the order in which they were rendered. */
import type { Declared, KubeObject } from '../../object/kube-object.ts';
import type { Attempt } from '../attempt.ts';

/** The manager decides which fields conflict: the API server treats this very name specially (facts/kubernetes.md §1.8). */
export const manager = 'kubectl';

/** kubectl sorts nothing and waits for nothing: all is one stage. */
export function attemptsFor(desired: readonly Declared[]): readonly Attempt[] {
  return desired.map(({ object }): Attempt => {
    // `apply` refuses an object without a name; a person would create it (facts/kubernetes.md §1.1).
    if (object.metadata.name === '') {
      return { kind: 'create', object, stage: 0, manager: 'kubectl-create', validation: 'Strict' };
    }
    return { kind: 'apply', object, stage: 0, manager, force: false, validation: 'Strict' };
  });
}

/** A person prunes in the end, if at all. */
export function deletionsOf(leaving: readonly KubeObject[], stage: number): readonly Attempt[] {
  return leaving.map((object) => ({ kind: 'delete', object, stage, propagation: 'Background' }));
}
