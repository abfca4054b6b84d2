/** What units come to -> the same, those together that are one declaration on several clusters and come to the same on each. */
import type { Change } from '../diff/change.ts';
import type { UnitTally } from './tally.ts';

/** In the order of the first of each. */
export function alikeTallies(tallies: readonly UnitTally[]): readonly (readonly UnitTally[])[] {
  return [...Map.groupBy(tallies, keyOf).values()];
}

function keyOf({ id, unit, changes }: UnitTally): string {
  const { oneOf, render } = unit ?? {};
  // Where there is no change to compare, only what is said of the render could tell them apart.
  if (oneOf === undefined || changes.length === 0) return id;
  return JSON.stringify([oneOf, render?.error ?? '', changes.map(told)]);
}

/** All that a reader is told of it: not its uid, nor its version. */
function told({
  action,
  by,
  causes,
  object,
  fields,
  message,
  restart,
  staleUsers,
  text,
  ...rest
}: Change): object {
  const { assumes, warnings, terminating, hidden } = rest;
  return [
    action,
    by,
    causes,
    object,
    fields,
    message,
    restart,
    staleUsers,
    text,
    assumes,
    warnings,
    terminating,
    hidden,
  ];
}
