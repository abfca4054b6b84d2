/** Work that ended without a review -> its answer, and what a comment that stands already says instead. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import { clip, code, gfm, inline, joinedMarkdown } from './escape.ts';
import type { Markdown } from './escape.ts';
import { marker } from './marker.ts';
import { couldNotBeReviewed, leads } from './summary.ts';

export type Ended =
  | { readonly kind: 'held' | 'failed'; readonly why: Masked }
  | { readonly kind: 'superseded' | 'timed-out' };

const longestReason = 2000;
const shaShown = 10;

export function endedAnswer(ended: Ended): Masked {
  switch (ended.kind) {
    case 'held':
      return words`${leads.held}: ${ended.why}`;
    case 'failed':
      return couldNotBeReviewed(ended.why);
    case 'superseded':
      return words`${leads.superseded}: a newer push is reviewed instead.`;
    case 'timed-out':
      return words`${leads.late}: nothing was concluded before the deadline. Run this check again.`;
  }
}

export function endedSummary(ended: Ended): Markdown {
  return inline(clip(endedAnswer(ended), longestReason));
}

/** `head`: the full id of the commit that it speaks of. */
export function endedComment(ended: Ended, head: string): Markdown {
  const mark = ended.kind === 'failed' ? gfm`🔴` : gfm`⚪`;
  return joinedMarkdown(
    [
      marker({ head: { ref: undefined, commit: head } }),
      gfm`${mark} ${endedSummary(ended)}`,
      gfm`For ${code(head.slice(0, shaShown))}.`,
    ],
    '\n\n',
  );
}
