/** What a unit declares, what leaves it and what is live -> the requests of its sync, in Argo CD's order, each in its step. */
import { objectKey } from '../../../object/identity.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Attempt, Desire, UnstagedAttempt } from '../../attempt.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { destinationNamespace } from '../units/instance-name.ts';
import { atLeast } from '../units/version.ts';
import { hasSyncOption } from './annotations.ts';
import { comparesOnServer } from './compares-on-server.ts';
import { isExcluded } from './excluded.ts';
import { isHook, isSkipped, phasesOf, runsAtDeletion } from './hook.ts';
import { asItLands, held } from './hook-finalizer.ts';
import { ownNamespaceOf, writesNamespace } from './own-namespace.ts';
import { syncPolicyOf } from './policy.ts';
import { manager, requestFor, type Style } from './request.ts';
import { stepsOf } from './steps.ts';
import { migrationOf } from './take-over.ts';
import type { Task } from './task.ts';

/** What is applied in the end, or why nothing is. */
export type Respected =
  | { readonly target: KubeObject }
  | { readonly unmade: Extract<UnstagedAttempt, { readonly kind: 'refuse' | 'unknown' }> };

/** What the rest of argo-cd/ knows of the same sync. */
export interface Rules {
  /** Why the project forbids an object; undefined where it permits it. */
  readonly forbids: (object: KubeObject) => Masked | undefined;
  /** The object with the live values of ignored fields, where the Application respects them (RespectIgnoreDifferences). */
  readonly respected: (target: KubeObject, live: KubeObject) => Respected | Promise<Respected>;
}

export async function attemptsFor(unit: Unit, desire: Desire, rules: Rules): Promise<readonly Attempt[]> {
  const settings = argoUnit(unit);
  const desired = desire.desired.map(({ object }) => object);
  const sync = syncOf(settings, desire, rules);
  const own = ownNamespaceOf(settings, desired);
  const ownLive = own === undefined ? undefined : liveOf(desire, own);
  const aside = desired.flatMap((object) => {
    const why = whyAside(settings, object);
    return why === undefined ? [] : [{ object, why }];
  });
  const left = new Set(aside.map(({ object }) => object));
  const tasks: readonly Task[] = [
    ...(own !== undefined && writesNamespace(settings, ownLive)
      ? [{ object: own, live: ownLive, prunes: false, phase: 'PreSync' } as const]
      : []),
    ...desired
      .filter((object) => !left.has(object))
      .flatMap((object) => tasksOf(object, liveOf(desire, object))),
    ...desire.leaving.map(
      (object) => ({ object, live: liveOf(desire, object), prunes: true, phase: 'Sync' }) as const,
    ),
  ];
  const steps = stepsOf(tasks, {
    namespace: destinationNamespace(settings.application.spec),
    pruneLast: sync.style.options.includes('PruneLast=true'),
  });
  const made = numbered(steps).map(async ({ task, stage }) => ({
    ...(await requestOf(task, sync)),
    ...(task.object !== own && isCompared(settings, task) ? { comparedBy: manager } : {}),
    stage,
  }));
  return [
    ...aside.map(({ object, why }): Attempt => ({ kind: 'skip', object, why, stage: 0 })),
    ...(await Promise.all(made)),
  ];
}

function isCompared(settings: ArgoUnit, { object, live, prunes }: Task): boolean {
  return live !== undefined && !prunes && !isHook(object) && comparesOnServer(settings);
}

interface Sync {
  readonly style: Style;
  readonly rules: Rules;
}

function syncOf(settings: ArgoUnit, { strategies }: Desire, rules: Rules): Sync {
  const { options } = syncPolicyOf(settings);
  const reconcilesFirst = !atLeast(settings.installation, 3, 5);
  const migration = migrationOf(settings, options);
  return { rules, style: { options, migration, reconcilesFirst, strategies } };
}

function liveOf({ live }: Desire, object: KubeObject): KubeObject | undefined {
  return live.get(objectKey(object));
}

/** What no sync touches, and why. */
function whyAside(settings: ArgoUnit, object: KubeObject): Masked | undefined {
  if (isExcluded(settings, object)) return words`Argo CD is set to look away from this kind`;
  if (isSkipped(object)) return words`its annotation says that Argo CD must not apply it`;
  if (phasesOf(object).length > 0) return undefined;
  return runsAtDeletion(object)
    ? words`this hook runs when the Application is deleted`
    : words`Argo CD runs no hooks of this kind`;
}

function tasksOf(object: KubeObject, live: KubeObject | undefined): readonly Task[] {
  const target = isHook(object) ? held(object) : object;
  return phasesOf(object).map((phase) => ({ object: target, live, prunes: false, phase }));
}

interface Numbered {
  readonly task: Task;
  readonly stage: number;
}

/** A hook of two phases is one attempt, in the first of them. */
function numbered(steps: readonly (readonly Task[])[]): readonly Numbered[] {
  const seen = new Set<string>();
  return steps.flatMap((step, stage) =>
    step.flatMap((task): readonly Numbered[] => {
      const key = objectKey(task.object);
      if (isHook(task.object) && seen.has(key)) return [];
      seen.add(key);
      return [{ task, stage }];
    }),
  );
}

async function requestOf({ object, live, prunes }: Task, { style, rules }: Sync): Promise<UnstagedAttempt> {
  if (prunes) return { kind: 'delete', object, propagation: propagationOf(style.options) };
  const forbidden = rules.forbids(object);
  if (forbidden !== undefined) return { kind: 'refuse', object, ends: 'sync', why: forbidden };
  if (object.metadata.name === '' && !isHook(object) && !isCreated(object, style.options)) {
    return { kind: 'refuse', object, ends: 'sync', why: words`Argo CD applies no object without a name` };
  }
  const respected = live === undefined ? { target: object } : await rules.respected(object, live);
  if ('unmade' in respected) return respected.unmade;
  const request = requestFor(respected.target, live, style);
  return isHook(object) ? asItLands(request) : request;
}

function isCreated(object: KubeObject, options: readonly string[]): boolean {
  return options.includes('Replace=true') || hasSyncOption(object, 'Replace=true');
}

function propagationOf(options: readonly string[]): 'Background' | 'Foreground' | 'Orphan' {
  if (options.includes('PrunePropagationPolicy=background')) return 'Background';
  if (options.includes('PrunePropagationPolicy=foreground')) return 'Foreground';
  return options.includes('PrunePropagationPolicy=orphan') ? 'Orphan' : 'Foreground';
}
