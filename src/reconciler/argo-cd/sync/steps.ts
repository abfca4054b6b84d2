/** The tasks of a sync -> its steps: what is done together, one step after the other (facts/reconcilers.md §12). */
import { isNamespace } from './kinds.ts';
import { arranged, type Arranging } from './arrange.ts';
import type { Task } from './task.ts';

/** In each step prunes come first. The last step of a sync that may fail holds what runs only then. */
export function stepsOf(tasks: readonly Task[], arranging: Arranging): readonly (readonly Task[])[] {
  const steps: (readonly Task[])[] = [];
  const pending = new Set(tasks);
  const there = new Set(tasks);
  const own = ownNamespace(tasks, arranging);
  if (own !== undefined) {
    steps.push([own]);
    pending.delete(own);
  }
  for (;;) {
    // Argo CD computes phases and waves anew at every step, from what is still there.
    const order = arranged([...there], arranging).filter(({ task }) => pending.has(task));
    const [next] = order;
    if (next === undefined) return steps;
    const together = order.filter(
      ({ phase, wave }) => phase === next.phase && (wave === next.wave || phase === 'SyncFail'),
    );
    const step = together.map(({ task }) => task);
    steps.push([...step.filter(({ prunes }) => prunes), ...step.filter(({ prunes }) => !prunes)]);
    for (const task of step) {
      pending.delete(task);
      if (task.prunes) there.delete(task);
    }
  }
}

/** The destination's namespace, where it has to be made, comes before all else, whatever its wave. */
function ownNamespace(tasks: readonly Task[], arranging: Arranging): Task | undefined {
  const made = arranged(tasks, arranging).find(
    ({ task }) =>
      task.live === undefined &&
      !task.prunes &&
      isNamespace(task.object) &&
      task.object.metadata.name === arranging.namespace,
  );
  return made?.task;
}
