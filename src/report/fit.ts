/** Parts of a text -> the text within a limit: cut between items, the least important first, and said with counts. */
import { joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';

export interface Item {
  readonly text: Markdown;
  /** Names it where it is not shown. */
  readonly name: Markdown;
  /** The lighter goes first. */
  readonly weight: number;
  /** Items of one group stand between its `open` and `close`. */
  readonly group?: Group;
}

export interface Group {
  readonly open: Markdown;
  readonly close: Markdown;
}

export interface Section {
  readonly open: Markdown;
  readonly separator: string;
  readonly items: readonly Item[];
  readonly close: Markdown;
  /** Sections of a lower rank are filled first. */
  readonly rank: number;
  /** Shows no more items than this, whatever the room. */
  readonly most?: number;
  /** Says what is not shown. */
  readonly cut: (hidden: readonly Item[], of: number) => Markdown;
}

/** Parts are paragraphs; a section without items leaves nothing. */
export type Part = Markdown | Section;

/** Size of a text in the limit's unit. */
export type Measure = (text: string) => number;

export function characters(text: string): number {
  return text.length;
}

export function bytes(text: string): number {
  return Buffer.byteLength(text);
}

export function fit(parts: readonly Part[], limit: number, measure: Measure): Markdown {
  const all = new Set(
    parts.flatMap((part) => (typeof part === 'string' ? [] : part.items.slice(0, part.most))),
  );
  const whole = written(parts, all);
  if (measure(whole) <= limit) return whole;
  return written(parts, chosen(parts, limit, measure));
}

/** Names of what is not shown, the first few of them. */
export function namesOf(hidden: readonly Item[]): Markdown {
  const names = joinedMarkdown(
    hidden.slice(0, namesShown).map((item) => item.name),
    ', ',
  );
  return hidden.length > namesShown ? gfm`${names} and ${hidden.length - namesShown} more` : names;
}

const namesShown = 5;
/** Room for the digits and line breaks of a section. */
const slack = 40;

function written(parts: readonly Part[], shown: ReadonlySet<Item>): Markdown {
  const texts = parts.map((part) => (typeof part === 'string' ? part : writtenSection(part, shown)));
  return joinedMarkdown(
    texts.filter((text) => text !== ''),
    '\n\n',
  );
}

function writtenSection(section: Section, shown: ReadonlySet<Item>): Markdown {
  if (section.items.length === 0) return gfm``;
  const items = section.items.filter((item) => shown.has(item));
  const hidden = section.items.filter((item) => !shown.has(item));
  const body = joinedMarkdown(
    items.map((item, index) => {
      const opens = item.group !== undefined && items[index - 1]?.group !== item.group;
      const closes = item.group !== undefined && items[index + 1]?.group !== item.group;
      return gfm`${opens ? item.group.open : gfm``}${item.text}${closes ? item.group.close : gfm``}`;
    }),
    section.separator,
  );
  const note = hidden.length === 0 ? gfm`` : gfm`\n\n${section.cut(hidden, section.items.length)}`;
  return gfm`${section.open}${body}${section.close}${note}`;
}

function chosen(parts: readonly Part[], limit: number, measure: Measure): ReadonlySet<Item> {
  const sections = parts.filter((part) => typeof part !== 'string');
  const fixed = parts.filter((part) => typeof part === 'string');
  let room = limit - fixed.reduce((sum, text) => sum + measure(text) + 2, 0);
  for (const section of sections) room -= frame(section, measure);
  const shown = new Set<Item>();
  for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
    const groups = new Set<Group>();
    for (const item of section.items.slice(0, section.most).toSorted((a, b) => b.weight - a.weight)) {
      const cost = costOf(item, section, { groups, measure });
      if (cost > room) continue;
      room -= cost;
      shown.add(item);
      if (item.group !== undefined) groups.add(item.group);
    }
  }
  return shown;
}

/** What a section takes without its items: its borders and its longest possible note. */
function frame(section: Section, measure: Measure): number {
  if (section.items.length === 0) return 0;
  const longest = section.items.toSorted((a, b) => measure(b.name) - measure(a.name));
  const note = section.cut(longest, section.items.length);
  return measure(section.open) + measure(section.close) + measure(note) + slack;
}

function costOf(
  item: Item,
  section: Section,
  { groups, measure }: { readonly groups: ReadonlySet<Group>; readonly measure: Measure },
): number {
  const cost = measure(item.text) + measure(section.separator);
  if (item.group === undefined || groups.has(item.group)) return cost;
  return cost + measure(item.group.open) + measure(item.group.close);
}
