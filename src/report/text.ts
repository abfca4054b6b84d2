/** A review -> lines for a terminal; they read the same without color. */
import { styleText } from 'node:util';
import { visible } from '../object/visible.ts';
import type { ShownPlace } from '../object/place.ts';
import type { Card, Member, Tone } from './card.ts';
import { tones } from './card.ts';
import { cardsOf } from './cards.ts';
import { count } from './count.ts';
import { clip, visibleLine as line } from './escape.ts';
import { objectName } from './object-name.ts';
import type { Review } from './review.ts';
import { unitTallies } from './tally.ts';
import { appliedLines, diffLines, unitLines } from './text-units.ts';
import type { Paint, Style } from './text-units.ts';

const headings: Readonly<Record<Tone, { readonly title: string; readonly style: Style }>> = {
  fails: { title: 'WOULD FAIL', style: 'red' },
  block: { title: 'NEEDS APPROVAL', style: 'red' },
  warn: { title: 'WARNINGS', style: 'yellow' },
  info: { title: 'NOTES', style: 'blue' },
  unseen: { title: 'NOT SEEN', style: 'dim' },
};

const longestText = 2000;
const shaShown = 10;

/** Ends with a line break. */
export function toText(review: Review, { color }: { readonly color: boolean }): string {
  const paint: Paint = color
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_style, text) => text;
  const cards = cardsOf(review);
  const tallies = unitTallies(review);
  const answer = paint('bold', line(review.summary));
  const diffs = tallies.flatMap(({ changes }) => changes.flatMap((change) => diffLines(change, paint)));
  const sections = [
    [answer, speaksOf(review)],
    ...tallies.map((tally) => unitLines(tally, paint)),
    appliedLines(tallies),
    ...tones.map((tone) => toneLines(tone, cards, paint)),
    review.notProved.length === 0
      ? []
      : [`Not proved by this review: ${review.notProved.map(line).join('; ')}`],
    approvesNothing(review) ? [publicKey] : [],
    // The answer again where the reader's eye is: a terminal shows the end.
    diffs.length === 0 ? [] : [paint('dim', 'DIFFS'), ...diffs, '', answer],
  ];
  return `${sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n')}\n`;
}

const publicKey = 'The fingerprints of these findings approve nothing: no operator’s key made them.';

function approvesNothing({ findings, fingerprintKey }: Review): boolean {
  return fingerprintKey === 'public' && findings.length > 0;
}

function speaksOf({ head, base, merge, pending }: Review): string {
  const what = head.commit === undefined ? 'the working tree' : head.commit.slice(0, shaShown);
  const at = base.commit === undefined ? '' : ` at ${base.commit.slice(0, shaShown)}`;
  const onto = merge.tree === undefined ? 'compared with' : 'merged onto';
  const partial = pending === 0 ? '' : `; ${count(pending, 'unit')} still to come`;
  return line(`For ${what} ${onto} ${base.ref ?? 'its base'}${at}${partial}.`);
}

function toneLines(tone: Tone, cards: readonly Card[], paint: Paint): readonly string[] {
  const { title, style } = headings[tone];
  const lines = cards.filter((card) => card.tone === tone).flatMap((card) => cardLines(card, paint));
  return lines.length === 0 ? [] : [paint(style, title), ...lines];
}

function cardLines(
  { title, detail, quote, advice, suggestions = [], members }: Card,
  paint: Paint,
): readonly string[] {
  const said = [detail, quote].flatMap((text) =>
    text === undefined ? [] : visible(clip(text.trim(), longestText)).split('\n'),
  );
  return [
    `  ${paint('bold', line(title))}`,
    ...members.map(memberText).flatMap((text) => (text === '' ? [] : [`    ${text}`])),
    ...said.map((text) => `    ${text}`),
    `    To do: ${line(advice)}`,
    ...suggestions.map(({ place, text }) => `    Into Git, ${placeText(place)}: ${line(text)}`),
  ];
}

function placeText({ file, line: number, side }: ShownPlace): string {
  return `${file}:${number}${side === 'base' ? ' at base' : ''}`;
}

function memberText({ unit, objects, places, note }: Member): string {
  const names = objects.map(objectName).join(', ');
  const where = unit === undefined ? names : [names, unit].filter((part) => part !== '').join(' in ');
  const at = places.map(placeText).join(', ');
  const text = [where, at].filter((part) => part !== '').join(' · ');
  return line(note === undefined ? text : [text, note].filter((part) => part !== '').join(': '));
}
