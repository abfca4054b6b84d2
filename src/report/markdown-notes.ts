/** What else happens when the units are applied -> one folded list. */
import { clip, code, gfm, inline } from './escape.ts';
import type { Item, Section } from './fit.ts';
import { namesOf } from './fit.ts';
import type { UnitReport } from './review.ts';

const longestName = 120;
const longestText = 1200;

export function notesSection(units: readonly UnitReport[]): Section {
  return {
    open: gfm`<details><summary>What else happens when this is applied</summary>\n\n`,
    separator: '\n',
    items: units.flatMap(itemsOf),
    close: gfm`\n\n</details>`,
    rank: 7,
    cut: (hidden, of) => gfm`**${hidden.length} of ${of} notes are not shown:** ${namesOf(hidden)}.`,
  };
}

function itemsOf({ id, notes }: UnitReport): readonly Item[] {
  const name = code(clip(id, longestName));
  return notes.map((note) => ({
    text: gfm`- ${name}: ${inline(clip(note, longestText))}`,
    name,
    weight: 0,
  }));
}
