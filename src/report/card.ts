/** One cause, one card: what happened, to which objects, why it matters, what to do. */
import type { Identity } from '../object/identity.ts';
import type { Masked } from '../object/masked.ts';
import type { ShownPlace } from '../object/place.ts';
import type { Suggestion } from '../risk/suggestion.ts';

export const tones = ['fails', 'block', 'warn', 'info', 'unseen'] as const;
export type Tone = (typeof tones)[number];

export interface Member {
  /** The unit's id. */
  readonly unit: string | undefined;
  readonly objects: readonly Identity[];
  readonly places: readonly ShownPlace[];
  /** What is said of this member and not of the whole card. */
  readonly note: Masked | undefined;
}

export interface Card {
  readonly tone: Tone;
  readonly title: Masked;
  /** What is true of every member. */
  readonly detail: Masked | undefined;
  /** The words of another program, as they came. */
  readonly quote: Masked | undefined;
  readonly advice: Masked;
  /** Lines for the source, each instead of the one at its place. */
  readonly suggestions?: readonly Suggestion[];
  readonly members: readonly Member[];
}

/** Members that say the same of several objects of one unit become one. */
export function membersOf(all: readonly Member[]): readonly Member[] {
  const alike = Map.groupBy(all, (member) => JSON.stringify([member.unit, member.note, member.places]));
  return [...alike.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : { ...first, objects: members.flatMap((member) => member.objects) };
  });
}
