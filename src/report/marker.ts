/** The hidden first line by which Proofline finds its comment again, and the head that the comment speaks of. */
import type { Markdown } from './escape.ts';
import { hexadecimal, gfm } from './escape.ts';
import type { Review } from './review.ts';

/** The same for every installation; who wrote the comment tells the App's id, which only GitHub vouches for. */
const prefix = '<!-- proofline:review';

export function marker({ head }: Pick<Review, 'head'>): Markdown {
  const sha = hexadecimal(head.commit ?? '');
  return sha === undefined ? gfm`<!-- proofline:review -->` : gfm`<!-- proofline:review head=${sha} -->`;
}

/** True for a body that starts with the marker. Anyone can copy it: check the comment's App, too. */
export function isOurs(body: string): boolean {
  return body.startsWith(prefix);
}
