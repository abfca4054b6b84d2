/** A unit and a tale of its attempts -> the course of its sync, one line for each attempt. */
import assert from 'node:assert/strict';
import { courseOf, type Comparing } from '../../../../src/reconciler/argo-cd/sync/course.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';
import { answered, attemptsOf, unitOf, type Story, type UnitOptions } from './story.ts';

export interface Tale extends Story {
  readonly failing?: readonly string[];
  readonly unserved?: readonly string[];
  readonly unread?: readonly string[];
  /** Names of those that differ from Git; all where it is left out. */
  readonly differing?: readonly string[];
  readonly comparing?: Partial<Comparing>;
}

/** `ConfigMap/a as-said` for each attempt, in their order. */
export async function course(unit: Unit, tale: Tale): Promise<readonly string[]> {
  const { differing, live = [], leaving = [] } = tale;
  const said = answered(await attemptsOf(unit, tale), [...live, ...leaving], tale);
  const courses = await courseOf(unit, said, {
    isOutOfSync: async ({ attempt }) =>
      await Promise.resolve(differing?.includes(attempt.object.metadata.name) ?? true),
    now: Date.parse('2027-01-31T12:00:00Z'),
    ...tale.comparing,
  });
  assert.equal(courses.length, said.length);
  return said.map(({ attempt: { object: what } }, index) => {
    const { kind, ...rest } = courses[index] ?? { kind: 'none' };
    const after = 'after' in rest ? ` after ${rest.after.kind}/${rest.after.name}` : '';
    const why = 'why' in rest ? `: ${rest.why}` : '';
    return `${what.kind}/${what.metadata.name} ${kind}${after}${why}`;
  });
}

export function automated(
  more: UnitOptions & {
    readonly policy?: Record<string, boolean>;
    readonly options?: readonly string[];
  } = {},
): Unit {
  const { policy = {}, options = [], ...rest } = more;
  return unitOf({ ...rest, syncPolicy: { automated: policy, syncOptions: options } });
}
