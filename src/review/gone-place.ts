/** Where base declared an object that head does not -> where that is told: in head if its file is still there. */
import { objectKey } from '../object/identity.ts';
import type { Place } from '../object/place.ts';
import type { Sides } from '../render/changed-scalar.ts';

/** The line where head's file has the object still, or goes on without it. */
export function gonePlace({ file, line }: Place, { base, head }: Sides): Place {
  const text = head.text(file);
  if (text === undefined) return { file, line, side: 'base' };
  const last = text.replace(/\n$/u, '').split('\n').length;
  const spot = spotOf(base.objects(file), head.objects(file), line) ?? line;
  return { file, line: Math.min(spot, last) };
}

type Documents = ReturnType<Sides['base']['objects']>;

function spotOf(base: Documents, head: Documents, line: number): number | undefined {
  const index = base.findIndex(({ place }) => place.line === line);
  if (index < 0) return undefined;
  const lineInHead = new Map(head.map(({ object, place }) => [objectKey(object), place.line]));
  const own = base.slice(index, index + 1).flatMap(({ object }) => lineInHead.get(objectKey(object)) ?? []);
  if (own[0] !== undefined) return own[0];
  const earlier = base.slice(0, index).flatMap(({ object }) => lineInHead.get(objectKey(object)) ?? []);
  const after = earlier.at(-1) ?? 0;
  const next = head.map(({ place }) => place.line).find((start) => start > after);
  if (next === undefined) return Infinity;
  return Math.max(1, next - 1);
}
