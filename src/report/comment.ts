/** A review -> the one comment on its pull request: the answer, what changes, what to do, what was not seen, diffs. */
import { tones } from './card.ts';
import { cardsOf } from './cards.ts';
import { clip, code, inline, joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';
import { characters, fit } from './fit.ts';
import type { Part } from './fit.ts';
import type { Links } from './link.ts';
import { cardSection } from './markdown-cards.ts';
import { diffSection } from './markdown-diffs.ts';
import { unitSections } from './markdown-units.ts';
import { marker } from './marker.ts';
import type { Review } from './review.ts';
import { isUnaffected, leads } from './summary.ts';

/** GitHub takes 65,536 characters. */
const longestComment = 65_000;
const longestSummary = 600;
const longestName = 120;
const shaShown = 10;
const statementsShown = 10;

/** Undefined when no unit is affected: then nothing is posted, and only the check says so. */
export function toComment(review: Review, links?: Links): Markdown | undefined {
  return isUnaffected(review) ? undefined : commentBody(review, links);
}

/** For a comment that stands already: also where no unit is affected any more, lest it go on saying otherwise. */
export function commentBody(review: Review, links?: Links): Markdown {
  return fit([marker(review), ...overview(review, links), diffSection(review)], longestComment, characters);
}

/** All but the diffs. */
export function overview(review: Review, links: Links | undefined): readonly Part[] {
  const cards = cardsOf(review);
  return [
    answer(review),
    speaksOf(review),
    ...unitSections(review),
    ...tones.map((tone) => cardSection(tone, cards, links)),
    notProved(review),
  ];
}

function answer(review: Review): Markdown {
  const summary = clip(review.summary, longestSummary);
  const lead = Object.values(leads).find((words) => summary.startsWith(words));
  const text =
    lead === undefined ? inline(summary) : gfm`**${inline(lead)}**${rest(summary.slice(lead.length))}`;
  return gfm`${mark(review)} ${text}`;
}

/** Not escaped as the start of a block, which it is not. */
function rest(text: string): Markdown {
  return text.startsWith(':') ? gfm`: ${inline(text.slice(1))}` : inline(text);
}

function mark({ conclusion, pending }: Review): Markdown {
  if (conclusion === 'cancelled' || conclusion === 'timed_out') return gfm`⚪`;
  if (conclusion !== 'success') return gfm`🔴`;
  return pending > 0 ? gfm`⚪` : gfm`🟢`;
}

function speaksOf({ head, base, merge, pending }: Review): Markdown {
  const onto = merge.tree === undefined ? gfm`compared with` : gfm`merged onto`;
  const what = head.commit === undefined ? gfm`the working tree` : code(head.commit.slice(0, shaShown));
  const at = base.commit === undefined ? gfm`` : gfm` at ${code(base.commit.slice(0, shaShown))}`;
  const ref = base.ref === undefined ? gfm`its base` : code(clip(base.ref, longestName));
  const partial =
    pending === 0 ? gfm`` : gfm` **Not complete yet:** this comment is edited as units are done.`;
  return gfm`For ${what} ${onto} ${ref}${at}.${partial}`;
}

function notProved({ notProved: statements }: Review): Markdown {
  if (statements.length === 0) return gfm``;
  const said = joinedMarkdown(
    statements.slice(0, statementsShown).map((statement) => inline(clip(statement, longestSummary))),
    '; ',
  );
  return gfm`**Not proved by this review:** ${said}`;
}
