/** The hooks of a chart -> those that run now, each before or after the release, and why the others do not. */
import { flagAt } from '../../../object/fields.ts';
import { objectKey } from '../../../object/identity.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Attempt, UnstagedAttempt } from '../../attempt.ts';
import type { Run } from './definition-attempts.ts';
import { deletePoliciesOf, eventsOf, hooksAt, type HookEvent } from './hook.ts';
import { isDefinition } from './parts.ts';
import { madeAnew, manager, onServer } from './request.ts';
import { stages } from './stages.ts';

export interface HookRun extends Run {
  /** The spec of the HelmRelease, which may have its tests run. */
  readonly tests: JsonObject;
}

export function hookAttempts(hooks: readonly KubeObject[], run: HookRun): readonly Attempt[] {
  const { before, after } = eventsNow(run.action);
  const made = new Set<string>();
  const running = (event: HookEvent, stage: number): readonly Attempt[] =>
    hooksAt(event, hooks).flatMap((object) => {
      const key = objectKey(object);
      // One that runs twice is asked for once.
      if (made.has(key)) return [];
      made.add(key);
      return [{ ...requestOf(object, run), stage }];
    });
  const now = run.action.disablesHooks
    ? []
    : [...running(before, stages.before), ...running(after, stages.after)];
  const tests = runsTests(run.tests) ? running('test', stages.tests) : [];
  const left = hooks.filter((object) => !made.has(objectKey(object)));
  return [
    ...now,
    ...tests,
    ...left.map((object): Attempt => ({
      kind: 'skip',
      object,
      stage: stages.after,
      why: whyNot(object, run),
    })),
  ];
}

export function eventsNow({ kind }: Run['action']): {
  readonly before: HookEvent;
  readonly after: HookEvent;
} {
  return kind === 'upgrade'
    ? { before: 'pre-upgrade', after: 'post-upgrade' }
    : { before: 'pre-install', after: 'post-install' };
}

export function runsTests(spec: JsonObject): boolean {
  return flagAt(spec, 'test', 'enable');
}

function requestOf(object: KubeObject, { action, live }: HookRun): UnstagedAttempt {
  const isDeletedFirst = deletePoliciesOf(object).includes('before-hook-creation') && !isDefinition(object);
  if (live.has(objectKey(object)) && isDeletedFirst) {
    return madeAnew(object, action);
  }
  return action.onServer
    ? onServer(object, { force: false, takesOver: [] })
    : { kind: 'create', object, manager, validation: 'Warn' };
}

function whyNot(object: KubeObject, { action }: HookRun): Masked {
  const events = eventsOf(object);
  if (events.length === 0) return words`Helm runs no hooks of this kind`;
  const { before, after } = eventsNow(action);
  if (events.includes(before) || events.includes(after)) return words`the HelmRelease has hooks switched off`;
  if (events.includes('test')) return words`this hook is a test, and the HelmRelease runs none`;
  return action.kind === 'upgrade'
    ? words`this hook does not run at an upgrade`
    : words`this hook does not run at an installation`;
}
