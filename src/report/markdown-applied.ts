/** From what it is known what was applied last -> one folded list, a line a unit. */
import { appliedWords } from './applied-words.ts';
import { clip, code, gfm, inline } from './escape.ts';
import type { Item, Section } from './fit.ts';
import { namesOf } from './fit.ts';
import type { UnitTally } from './tally.ts';

const longestName = 120;
const longestText = 600;

export function appliedSection(tallies: readonly UnitTally[]): Section {
  return {
    open: gfm`<details><summary>From what it is known what was applied last</summary>\n\n`,
    separator: '\n',
    items: tallies.flatMap(itemsOf),
    close: gfm`\n\n</details>`,
    rank: 7,
    cut: (hidden, of) => gfm`**${hidden.length} of ${of} such lines are not shown:** ${namesOf(hidden)}.`,
  };
}

function itemsOf(tally: UnitTally): readonly Item[] {
  const name = code(clip(tally.id, longestName));
  return appliedWords(tally).map((said) => ({
    text: gfm`- ${name}: ${inline(clip(said, longestText))}`,
    name,
    weight: 0,
  }));
}
