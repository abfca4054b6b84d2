/** The tasks that are there at one moment of a sync -> the same in Argo CD's order, each in its phase and wave (gitops-engine/pkg/sync/sync_tasks.go). */
import { compareText } from '../../../object/canonical.ts';
import { compareIdentities, identityOf } from '../../../object/identity.ts';
import { namespaceOf, type KubeObject } from '../../../object/kube-object.ts';
import { hasSyncOption } from './annotations.ts';
import { phases, waveOf, type Phase } from './hook.ts';
import { rankOf } from './kind-order.ts';
import { definedKind, isNamespace, kindKey } from './kinds.ts';
import { markedIn, type Task } from './task.ts';

export interface Placed {
  readonly task: Task;
  readonly phase: Phase;
  readonly wave: number;
}

export interface Arranging {
  /** Of objects that name none; empty where the Application names none. */
  readonly namespace: string;
  readonly pruneLast: boolean;
}

export function arranged(tasks: readonly Task[], { namespace, pruneLast }: Arranging): readonly Placed[] {
  const mirrored = mirroredWaves(tasks);
  const waves = tasks.map((task) => {
    const own = waveOf(markedIn(task));
    return { task, phase: task.phase, wave: task.prunes ? (mirrored.get(own) ?? own) : own };
  });
  const inSync = waves.filter(({ phase }) => phase === 'Sync').map(({ wave }) => wave);
  const last = Math.max(0, ...inSync) + 1;
  const placed = waves.map((each) => (isPrunedLast(each.task, pruneLast) ? { ...each, wave: last } : each));
  const sorted = placed.toSorted(inOrder);
  const inNamespace = (object: KubeObject): string => namespaceOf(object) || namespace;
  const afterNamespaces = pulledUp(sorted, {
    provides: (object) => (isNamespace(object) ? object.metadata.name : undefined),
    // Argo CD writes the destination's namespace into cluster-scoped objects too, so they wait for it as well.
    needs: inNamespace,
  });
  return pulledUp(afterNamespaces, { provides: definedKind, needs: kindKey });
}

/** What is in the first wave is pruned in the last one, and so on. */
function mirroredWaves(tasks: readonly Task[]): ReadonlyMap<number, number> {
  const prunes = tasks.filter(({ prunes: isPrune }) => isPrune);
  const waves = [...new Set(prunes.map((task) => waveOf(markedIn(task))))].sort((a, b) => a - b);
  return new Map(waves.map((wave, index) => [wave, waves.at(-1 - index) ?? wave]));
}

function isPrunedLast(task: Task, pruneLast: boolean): boolean {
  return task.prunes && (pruneLast || hasSyncOption(markedIn(task), 'PruneLast=true'));
}

function inOrder(a: Placed, b: Placed): number {
  return (
    phases.indexOf(a.phase) - phases.indexOf(b.phase) ||
    a.wave - b.wave ||
    rankOf(a.task.object.kind) - rankOf(b.task.object.kind) ||
    compareText(a.task.object.metadata.name, b.task.object.metadata.name) ||
    // Argo CD leaves these to chance.
    compareIdentities(identityOf(a.task.object), identityOf(b.task.object))
  );
}

interface Dependency {
  /** What an object makes possible, if it does. */
  readonly provides: (object: KubeObject) => string | undefined;
  /** Empty for nothing. */
  readonly needs: (object: KubeObject) => string;
}

/** What provides something goes before the first that needs it, into the same phase and wave. */
function pulledUp(sorted: readonly Placed[], { provides, needs }: Dependency): readonly Placed[] {
  const out: Placed[] = [];
  const firstNeeding = new Map<string, Placed>();
  for (const each of sorted) {
    const { object, prunes } = each.task;
    const provided = prunes ? undefined : provides(object);
    const first = provided === undefined ? undefined : firstNeeding.get(provided);
    if (first !== undefined) {
      out.splice(out.indexOf(first), 0, { ...each, phase: first.phase, wave: first.wave });
      continue;
    }
    out.push(each);
    if (prunes || provided !== undefined) continue;
    const needed = needs(object);
    if (needed !== '' && !firstNeeding.has(needed)) firstNeeding.set(needed, each);
  }
  return out;
}
