/** A review, or how it ended without one -> what the check run says. */
import type { Masked } from '../object/masked.ts';
import { visible } from '../object/visible.ts';
import { overview } from './comment.ts';
import { endedAnswer, endedSummary } from './ended.ts';
import type { Ended } from './ended.ts';
import { bytes, fit } from './fit.ts';
import { diffSection } from './markdown-diffs.ts';
import type { Links } from './link.ts';
import type { Review } from './review.ts';

export const checkName = 'proofline';

/** GitHub takes 65,535 bytes for each of summary and text, although it says characters. */
const longestOutput = 65_000;
const longestTitle = 250;

export interface CheckText {
  /** Plain text on one line. */
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown; undefined where there is no more to say. */
  readonly text: string | undefined;
}

/** The comment's words; the diffs stand in `text`. */
export function checkOutputOf(review: Review, links?: Links): CheckText {
  const diffs = diffSection(review);
  return {
    title: titleOf(review.summary),
    summary: fit(overview(review, links), longestOutput, bytes),
    text: diffs.items.length === 0 ? undefined : fit([diffs], longestOutput, bytes),
  };
}

export function endedOutput(ended: Ended): CheckText {
  return { title: titleOf(endedAnswer(ended)), summary: endedSummary(ended), text: undefined };
}

function titleOf(answer: Masked): string {
  const line = visible(answer.replaceAll(/[ \t\r\n]+/g, ' ').replaceAll('`', ''));
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1).trimEnd()}…`.toWellFormed();
}
