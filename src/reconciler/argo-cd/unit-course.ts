/** A unit and what was said to its attempts -> the course of its sync, with what Argo CD's comparison hides of each object. */
import { words } from '../../object/masked.ts';
import type { Course, Said } from '../attempt.ts';
import type { Situation } from '../contract.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import { comparedUnit } from './compared.ts';
import { respects } from './respected.ts';
import { courseOf } from './sync/course.ts';
import { refusalOf } from './units/project.ts';

const notCompiled = words`a jq expression of its ignore rules does not compile, so Argo CD neither compares nor syncs it`;

const notMerged = words`its ignore rules leave a list without the key by which it is merged, so Argo CD neither compares nor syncs it`;

const tooLong = words`a jq expression of its ignore rules took too long, so what it hides is not known`;

export async function unitCourse(
  unit: Unit,
  said: readonly Said[],
  { gone, strategies }: Situation,
): Promise<readonly Course[]> {
  // The deletion of an Application is no sync: neither its project nor its rules stop it.
  if (gone) return said.map(() => ({ kind: 'as-said' }));
  const compared = await comparedUnit(unit, said, strategies);
  if (compared.kind !== 'compared') {
    const invalid = compared.kind === 'not-compiled' ? notCompiled : notMerged;
    return courseOf(unit, said, { isOutOfSync: () => true, invalid });
  }
  const { states } = compared;
  const invalid = refusalOf(unit);
  const courses = await courseOf(unit, said, {
    isOutOfSync: (each) => states.get(each)?.isOutOfSync ?? true,
    ...(invalid === undefined ? {} : { invalid }),
  });
  const stillWritten = !respects(argoUnit(unit));
  return courses.map((one, index) => {
    const each = said[index];
    const state = each === undefined ? undefined : states.get(each);
    if (state?.isUnsure === true && isOpen(one)) return { kind: 'unknown', why: tooLong };
    const fields = state?.hidden ?? [];
    return fields.length === 0 ? one : { ...one, hidden: { fields, stillWritten } };
  });
}

/** Whether it depends on what the comparison says of the object. */
function isOpen({ kind }: Course): boolean {
  return kind === 'as-said' || kind === 'skipped';
}
