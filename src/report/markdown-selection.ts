/** How far a change reaches, and why each unit is in the review -> lines where that is not plain to see. */
import { count } from './count.ts';
import { clip, code, gfm, inline, joinedMarkdown } from './escape.ts';
import type { Markdown } from './escape.ts';
import type { Item, Section } from './fit.ts';
import type { RemoteReport, Review, UnitReport } from './review.ts';

const longestName = 120;
const unitsExplained = 20;

/** Of one cluster the table says all. */
export function reachLine({ reach, units }: Review): Markdown {
  const { clusters, production } = reach;
  if (clusters < 2) return gfm``;
  const serving = production === 0 ? gfm`` : gfm`, ${production} of them in production`;
  return gfm`**One merge reaches ${inline(count(units.length, 'unit'))} on ${inline(count(clusters, 'cluster'))}**${serving}.`;
}

/** Units that are there because of a changed path, and of the repository alone, explain themselves. */
export function whyLines(units: readonly UnitReport[]): Section {
  const told = units.filter(
    ({ reason, declaredBy, artifact }) =>
      reason.kind !== 'path' || declaredBy !== undefined || artifact.remotes.length > 0,
  );
  return {
    open: gfm`<details><summary>Why these units, and from what they are rendered</summary>\n\n`,
    separator: '\n',
    items: told.map(whyItem),
    close: gfm`\n\n</details>`,
    rank: 7,
    most: unitsExplained,
    cut: (hidden) => gfm`${hidden.length} more are not explained here.`,
  };
}

function whyItem(unit: UnitReport): Item {
  const name = code(clip(unit.id, longestName));
  const declared =
    unit.declaredBy === undefined ? [] : [gfm`declared by ${code(clip(unit.declaredBy, longestName))}`];
  const parts = [reasonText(unit.reason), ...declared, ...unit.artifact.remotes.map(remoteText)];
  return { text: gfm`- ${name}: ${joinedMarkdown(parts, '; ')}`, name, weight: 0 };
}

function reasonText({ kind, paths, more }: UnitReport['reason']): Markdown {
  switch (kind) {
    case 'one-side-only':
      return gfm`comes or goes with this pull request`;
    case 'declaration':
      return gfm`its own declaration, or a setting of its reconciler, changes`;
    case 'unknown-reference':
      return gfm`something that it depends on could not be followed`;
    case 'path': {
      const shown = paths.map((path) => code(clip(path, longestName)));
      const all = more > 0 ? [...shown, gfm`${more} more`] : shown;
      return gfm`depends on ${joinedMarkdown(all, ', ')}`;
    }
  }
}

function remoteText({ reference, version, digest, moving }: RemoteReport): Markdown {
  const moves = moving ? gfm`, **which moves without Git**` : gfm``;
  const short = digest.slice(0, 'sha256:'.length + 12);
  return gfm`from ${inline(clip(reference, longestName))}, resolved to ${code(clip(version, longestName))} (${code(short)})${moves}`;
}
