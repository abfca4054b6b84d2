/** Ignore rules that came or grew -> by the object in which they are written: what they hide of what lives now, in words. */
import type { Identity } from '../object/identity.ts';
import { fieldText } from '../object/field-path.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { joined, words } from '../object/masked.ts';
import { quoted } from './named.ts';
import type { NewlyHiddenIn } from './rule.ts';

/** More say no more about one rule. */
const most = 8;

/** A declaration need not name the namespace in which it ends up. */
export function isWrittenIn({ writtenIn }: NewlyHiddenIn, object: Identity): boolean {
  const { group, kind, namespace, name } = writtenIn;
  const isThere = object.namespace === namespace || object.namespace === '' || namespace === '';
  return isThere && object.group === group && object.kind === kind && object.name === name;
}

/** Each field with the number of live objects on which it is hidden; empty where no rule is given. */
export function hiddenWords(all: readonly NewlyHiddenIn[], mask: Mask): Masked {
  if (all.length === 0) return words``;
  if (all.every(({ live }) => live === 0)) {
    return words` Which fields that hides now is not known: no live object was seen.`;
  }
  const fields = all.flatMap(({ hidden }) => hidden.flatMap((one) => one.fields.map(fieldText)));
  const counts = [...Map.groupBy(fields, (field) => field)].map(([field, { length }]) => ({ field, length }));
  const shown = counts
    .toSorted((a, b) => b.length - a.length)
    .slice(0, most)
    .map(({ field, length }) => words`${quoted(field, mask)} on ${objects(length)}`);
  if (shown.length === 0) return words` No live object of these units has such a field now.`;
  const more = counts.length - shown.length;
  const rest = more > 0 ? words` and ${more} more fields` : words``;
  const written = all.some(({ stillWritten }) => stillWritten)
    ? words` The sync still overwrites what is hidden whenever something else starts it.`
    : words``;
  return words` Of what lives now it hides ${joined(shown, ', ')}${rest}.${written}`;
}

function objects(number: number): Masked {
  return number === 1 ? words`1 object` : words`${number} objects`;
}
