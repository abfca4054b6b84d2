/** A unit and what was said to its attempts -> the course of its sync, with what Argo CD's comparison hides of each object. */
import { words, type Masked } from '../../object/masked.ts';
import type { Attempt, Course, Said } from '../attempt.ts';
import type { Situation } from '../contract.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import { comparedUnit, type ComparedUnit } from './compared.ts';
import { respects } from './respected.ts';
import { deletionOf } from './sync/confirmation.ts';
import { courseOf } from './sync/course.ts';
import { refusalOf } from './units/project.ts';
import { maskOf } from './units/unit-mask.ts';

const notCompiled = words`a jq expression of its ignore rules does not compile, so Argo CD neither compares nor syncs it`;

const notMerged = words`its ignore rules leave a list without the key by which it is merged, so Argo CD neither compares nor syncs it`;

const tooLong = words`a jq expression of its ignore rules took too long, so what it hides is not known`;

const goes = words`its Application is deleted, which makes nothing`;

export async function unitCourse(
  unit: Unit,
  said: readonly Said[],
  { gone, strategies, now }: Situation & { readonly now: number },
): Promise<readonly Course[]> {
  // The deletion of an Application is no sync: neither its project nor its rules stop it.
  if (gone) return deleted(unit, said, now);
  const compared = await comparedUnit(unit, said, strategies);
  if (compared.kind !== 'compared') {
    return courseOf(unit, said, { isOutOfSync: () => true, invalid: whyNot(unit, compared), now });
  }
  const { states } = compared;
  const invalid = refusalOf(unit);
  const courses = await courseOf(unit, said, {
    isOutOfSync: (each) => states.get(each)?.isOutOfSync ?? true,
    ...(invalid === undefined ? {} : { invalid }),
    now,
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

function deleted(unit: Unit, said: readonly Said[], now: number): readonly Course[] {
  const deletion = deletionOf(unit, said, now);
  return said.map(({ attempt }, index) =>
    isMade(attempt) ? { kind: 'skipped', why: goes } : (deletion[index] ?? { kind: 'as-said' }),
  );
}

function whyNot(unit: Unit, compared: Exclude<ComparedUnit, { readonly kind: 'compared' }>): Masked {
  switch (compared.kind) {
    case 'not-compiled':
      return notCompiled;
    case 'not-merged':
      return notMerged;
    case 'not-answered': {
      const { kind, metadata } = compared.object;
      const name = maskOf(unit).text(`${kind} ${metadata.name}`);
      return words`Argo CD compares it by a server-side apply as a dry run, which the server refuses for ${name}, so Argo CD neither compares nor syncs it: ${compared.why}`;
    }
  }
}

/** Such as the namespace that a sync would create. */
function isMade({ kind }: Attempt): boolean {
  return kind !== 'delete' && kind !== 'skip';
}

/** Whether it depends on what the comparison says of the object. */
function isOpen({ kind }: Course): boolean {
  return kind === 'as-said' || kind === 'skipped';
}
