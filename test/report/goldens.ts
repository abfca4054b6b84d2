/** A story -> the files that stand in fixtures/report/<story>/. */
import { annotationsOf } from '../../src/report/annotations.ts';
import { checkOutputOf } from '../../src/report/check-run.ts';
import { toComment } from '../../src/report/comment.ts';
import { toJson } from '../../src/report/json.ts';
import type { Review } from '../../src/report/review.ts';
import { toText } from '../../src/report/text.ts';

export const goldenFolder = new URL('../../fixtures/report/', import.meta.url);

/** File name -> text; no comment, no file. */
export function goldensOf(review: Review): ReadonlyMap<string, string> {
  const check = checkOutputOf(review);
  const comment = toComment(review);
  const parts = { title: check.title, conclusion: review.conclusion, annotations: annotationsOf(review) };
  return new Map([
    ...(comment === undefined ? [] : [['expected.md', `${comment}\n`] as const]),
    ['expected.txt', toText(review, { color: false })],
    ['expected.json', toJson(review)],
    ['expected.check.json', `${JSON.stringify(parts, null, 2)}\n`],
    ['expected.check.md', `${check.summary}\n`],
  ]);
}
