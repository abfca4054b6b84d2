/** What a directory inherits from the one above it -> a question about any directory; each is decided once. */
import { posix } from 'node:path';

/**
 * `root` is the answer for `.`; `decide` is given that of the directory above. Git allows thousands of directories in
 * one path: to walk up from each of them would take minutes.
 */
export function fromAbove<Answer>(
  root: Answer,
  decide: (directory: string, above: Answer) => Answer,
): (directory: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (directory) => {
    const pending: string[] = [];
    let here = directory;
    let found = known.get(here);
    for (; found === undefined && here !== '.'; found = known.get(here)) {
      pending.push(here);
      here = posix.dirname(here);
    }
    let answer = found === undefined ? root : found.answer;
    for (const below of pending.toReversed()) {
      answer = decide(below, answer);
      known.set(below, { answer });
    }
    return answer;
  };
}
