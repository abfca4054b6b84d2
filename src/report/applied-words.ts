/** A unit's changes -> one sentence that says from what it is known what was applied last; none where nobody had to ask. */
import { appliedRecords } from '../diff/change.ts';
import type { AppliedRecord, Change } from '../diff/change.ts';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import { count, listed } from './count.ts';
import type { LastSyncReport } from './review.ts';
import type { UnitTally } from './tally.ts';

export function appliedWords({ unit, changes }: UnitTally): readonly Masked[] {
  const told = Map.groupBy(changes, ({ applied }) => applied);
  const known = appliedRecords
    .filter((record) => record !== 'unknown')
    .flatMap((record) => partOf(record, told.get(record), unit?.lastSync));
  const unknown = told.get('unknown') ?? [];
  return [
    ...(known.length === 0
      ? []
      : [words`drift and merges that are not applied yet are told apart by ${listed(known)}`]),
    ...(unknown.length === 0
      ? []
      : [words`of ${count(unknown.length, 'object')} nothing tells what was applied last`]),
    ...(unit?.lastSync?.unread === undefined
      ? []
      : [words`its last sync could not be rendered: ${unit.lastSync.unread}`]),
  ];
}

function partOf(
  record: Exclude<AppliedRecord, 'unknown'>,
  changes: readonly Change[] | undefined,
  lastSync: LastSyncReport | undefined,
): readonly Masked[] {
  if (changes === undefined) return [];
  return [words`${recordWords(record, lastSync)} (${count(changes.length, 'object')})`];
}

function recordWords(
  record: Exclude<AppliedRecord, 'unknown'>,
  lastSync: LastSyncReport | undefined,
): Masked {
  switch (record) {
    case 'objects':
      return words`the reconciler’s own record`;
    case 'annotation':
      return words`the last-applied annotation`;
    case 'managed-fields':
      return words`who owns the field`;
    case 'last-sync': {
      const commit = lastSync?.commit;
      return commit === undefined
        ? words`rendering again what was synced last`
        : words`rendering again the commit that was synced last, \`${commit}\``;
    }
  }
}
