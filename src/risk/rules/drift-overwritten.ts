/** Fields that somebody wrote in the cluster and that this apply sets back -> one finding a unit, with the ways out. */
import { identityKey, unversioned } from '../../object/identity.ts';
import { fieldText } from '../../object/field-path.ts';
import { joined, words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import { fieldDifferences, fromTo, writerName } from '../field-difference.ts';
import type { FieldDifference } from '../field-difference.ts';
import { named } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';
import { isFought } from './writer-fought.ts';

/** More say no more about one unit. */
const most = 20;

/** Where it cannot be told from a change that waits in Git, only a person's name makes it drift. */
function isOverwritten({ field }: FieldDifference): boolean {
  const { causes, author } = field;
  return causes.includes('drift') && (!causes.includes('unsynced') || author?.kind === 'person');
}

function line({ comparison, field }: FieldDifference, { mask }: Subject): Masked {
  const what = words`${named(comparison.change.object, mask)} ${field.path}`;
  return words`${what} ${fromTo(field)}, written by ${writerName(field)}`;
}

function adviceFor(unit: string, { ignoring }: Subject): Masked {
  const how = ignoring.get(unit);
  const keep = words`Choose one for each field: 1) take it into Git, as suggested where the line is known`;
  const handOver = words`2) hand it over: take it out of Git`;
  const merge = words`3) merge, and let this apply set it back`;
  if (how === undefined) return words`${keep}; ${handOver}; ${merge}.`;
  return words`${keep}; ${handOver}, and let the reconciler leave this one field alone (${how}); ${merge}; 4) keep it for a stated time, by the same ignore rule with the day of its end written beside it.`;
}

function judgeUnit(unit: string, differences: readonly FieldDifference[], subject: Subject): Judgement {
  const comparisons = [...new Set(differences.map(({ comparison }) => comparison))];
  const objects = comparisons.map(({ change: { object } }) => unversioned(object));
  const byPerson = differences.some(({ field }) => field.author?.kind === 'person');
  const lines = differences.slice(0, most).map((difference) => line(difference, subject));
  const more = differences.length - lines.length;
  return {
    severity: byPerson ? 'warn' : 'info',
    unit,
    comparisons,
    objects,
    title: byPerson
      ? words`This apply sets back what somebody changed in the cluster by hand`
      : words`This apply sets back what was changed in the cluster`,
    detail: joined([...lines, ...(more > 0 ? [words`and ${more} more`] : [])], '\n'),
    advice: adviceFor(unit, subject),
    // Of several objects each would have to be looked for in all.
    fields: comparisons.length === 1 ? differences.map(({ path }) => path) : [],
    taking: differences
      .filter(({ field }) => !field.causes.includes('pull-request'))
      .map(({ comparison, path }) => ({ comparison, path })),
    restsOn: differences.map(({ comparison, path, field }) => ({
      object: identityKey(comparison.change.object),
      field: fieldText(path),
      writer: field.writer ?? '',
    })),
  };
}

export const driftOverwritten: Rule = {
  name: 'drift-overwritten',
  about: {
    title: 'An apply sets back what was changed in the cluster',
    why: 'Somebody may have changed the field for a reason that Git does not know, such as an incident. The apply takes it back without a word.',
    advice:
      'Take the value into Git, hand the field over to its writer, let the apply set it back, or leave it for a stated time.',
  },
  needs: () => [],
  judge: (subject) => {
    const drift = fieldDifferences(subject.comparisons).filter(
      (difference) => isOverwritten(difference) && !isFought(difference),
    );
    return [...Map.groupBy(drift, ({ comparison }) => comparison.change.unit)].map(([unit, differences]) =>
      judgeUnit(unit, differences, subject),
    );
  },
};
