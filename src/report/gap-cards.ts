/** Gaps -> cards: those with one reason stand on one card. */
import { compareText } from '../object/canonical.ts';
import { words } from '../object/masked.ts';
import { gapKinds } from '../object/gap.ts';
import type { Gap } from '../object/gap.ts';
import { compareIdentities } from '../object/identity.ts';
import type { Masked } from '../object/masked.ts';
import type { Card } from './card.ts';
import { membersOf } from './card.ts';
import { unseen } from '../risk/rules/not-seen.ts';
import { gapMatters } from './gap-matters.ts';

const nothing = { group: '', kind: '', namespace: '', name: '' };

export function gapCards(gaps: readonly Gap[]): readonly Card[] {
  const alike = Map.groupBy(gaps.toSorted(compareGaps), ({ kind, why }) => JSON.stringify([kind, why]));
  return [...alike.values()].flatMap((group) => cardOf(group));
}

export function compareGaps(a: Gap, b: Gap): number {
  return (
    gapKinds.indexOf(a.kind) - gapKinds.indexOf(b.kind) ||
    compareText(a.unit ?? '', b.unit ?? '') ||
    compareIdentities(a.object ?? nothing, b.object ?? nothing) ||
    compareText(a.why, b.why)
  );
}

function cardOf(gaps: readonly Gap[]): readonly Card[] {
  const [first] = gaps;
  if (first === undefined) return [];
  const { title, advice } = unseen[first.kind];
  const members = gaps.map(({ unit, object }) => ({
    unit,
    objects: object === undefined ? [] : [object],
    places: [],
    note: undefined,
  }));
  const detail = words`${sentence(first.why)} ${gapMatters[first.kind]}`;
  return [{ tone: 'unseen', title, detail, quote: undefined, advice, members: membersOf(members) }];
}

function sentence(text: Masked): Masked {
  return /[.!?]$/.test(text) ? text : words`${text}.`;
}
