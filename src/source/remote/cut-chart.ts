/**
 * The text of a Helm repository's index -> the lines of one chart, as a small index. A whole one can be tens of megabytes,
 * and parsing it takes a minute. Within `entries`, only the names of charts, and perhaps the dashes of their lists, stand
 * at the smallest indent.
 */

/** `absent`: there is no such chart. Undefined where lines alone cannot tell. */
export type CutChart = { readonly text: string } | 'absent' | undefined;

interface Layout {
  /** Where the first line below `entries:` begins. */
  readonly from: number;
  readonly indent: string;
}

export function cutChart(text: string, chart: string): CutChart {
  const layout = layoutOf(text);
  if (layout === undefined) return undefined;
  const found = headingOf(text, chart, layout);
  if (found === undefined) return hasPlainNames(text, layout) ? 'absent' : undefined;
  const next = new RegExp(`^(?:${layout.indent})?[^\\s#-]`, 'gmu');
  next.lastIndex = text.indexOf('\n', found) + 1;
  const end = next.exec(text)?.index ?? text.length;
  return { text: `entries:\n${text.slice(found, end)}` };
}

function layoutOf(text: string): Layout | undefined {
  const start = /^entries:[ \t]*\r?\n/mu.exec(text);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const indent = /^( +)\S/u.exec(text.slice(from, from + 1000))?.[1];
  return indent === undefined ? undefined : { from, indent };
}

function headingOf(text: string, chart: string, { from, indent }: Layout): number | undefined {
  for (const quote of ['', '"', "'"]) {
    const heading = `\n${indent}${quote}${chart}${quote}:`;
    const at = text.indexOf(heading, from - 1);
    if (at < 0) continue;
    const rest = text.slice(at + heading.length, text.indexOf('\n', at + heading.length));
    if (rest.trim() === '' && isBelow(text, from, at)) return at + 1;
  }
  return undefined;
}

/** Whether the lines of `entries` reach so far. */
function isBelow(text: string, from: number, to: number): boolean {
  const other = /^[^\s#-]/gmu;
  other.lastIndex = from;
  const end = other.exec(text);
  return end === null || end.index > to;
}

/** Whether every line at the smallest indent is the plain name of a chart, a dash or a comment. */
function hasPlainNames(text: string, { from, indent }: Layout): boolean {
  const others = new RegExp(
    `^(?:${indent}(?![ \\t#]|-[ \\t]|["']?[\\w.-]+["']?:[ \\t]*\\r?$)|[^\\s#-])`,
    'gmu',
  );
  others.lastIndex = from;
  const first = others.exec(text);
  return first === null || !first[0].startsWith(' ');
}
