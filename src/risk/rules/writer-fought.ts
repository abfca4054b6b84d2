/** Fields that a controller writes and this apply sets -> one finding an object. */
import type { Comparison } from '../../diff/change.ts';
import { fieldText } from '../../object/field-path.ts';
import { joined, words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import { fieldDifferences, fromTo, writerName } from '../field-difference.ts';
import type { FieldDifference } from '../field-difference.ts';
import { judged } from '../judged.ts';
import { named, quoted } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

/** More say no more about one object. */
const most = 5;

export function isFought({ field }: FieldDifference): boolean {
  return field.author?.kind === 'controller' && field.before !== undefined;
}

function judgeOne(
  comparison: Comparison,
  differences: readonly FieldDifference[],
  { mask, ignoring }: Subject,
): Judgement {
  const { unit, object } = comparison.change;
  const shown = differences.slice(0, most).map(({ field }) => {
    const values = words`${quoted(field.path, mask)} ${fromTo(field)}`;
    return words`${values}, written by ${writerName(field)}`;
  });
  const more = differences.length - shown.length;
  const rest = more > 0 ? words`; and ${more} more` : words``;
  const taken = differences.flatMap(({ field }) => field.author?.taken ?? []);
  const how = ignoring.get(unit);
  const told = how === undefined ? words`` : words`: ${how}`;
  return judged(comparison, {
    severity: 'warn',
    title: words`${named(object, mask)} takes fields from the controller that writes them`,
    detail: words`This apply sets ${joined(shown, '; ')}${rest}. ${sentences(taken)}`,
    advice: words`Leave the field to its writer: take it out of Git, and at the same time tell the reconciler to leave this one field alone${told}.`,
    fields: differences.map(({ path }) => path),
    // What a controller writes changes by itself; who writes what does not.
    restsOn: differences.map(({ field, path }) => ({ field: fieldText(path), writer: field.writer ?? '' })),
  });
}

function sentences(all: readonly Masked[]): Masked {
  return joined([...new Set(all)], ' ');
}

export const writerFought: Rule = {
  name: 'writer-fought',
  about: {
    title: 'An apply takes a field from the controller that writes it',
    why: 'An autoscaler, a rollout, a certificate or an image updater writes fields in the cluster on purpose. An apply that sets such a field undoes its work, often at the worst moment, and both go on writing it for ever.',
    advice:
      'Leave the field to its writer: take it out of Git, and tell the reconciler to leave this one field alone.',
  },
  needs: () => [],
  judge: (subject) => {
    const fought = fieldDifferences(subject.comparisons).filter(isFought);
    return [...Map.groupBy(fought, ({ comparison }) => comparison)].map(([comparison, differences]) =>
      judgeOne(comparison, differences, subject),
    );
  },
};
