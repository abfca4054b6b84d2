/** Cards -> Markdown sections, one a tone; notes are folded. */
import type { Card, Member, Tone } from './card.ts';
import { clip, code, fence, inline, joinedMarkdown, gfm } from './escape.ts';
import type { Markdown } from './escape.ts';
import { namesOf } from './fit.ts';
import type { Item, Section } from './fit.ts';
import { objectName } from './object-name.ts';
import type { Links } from './link.ts';
import { placeLink } from './link.ts';

const longestTitle = 300;
const longestText = 1200;
const longestQuote = 3000;
const longestName = 120;
const membersShown = 8;
/** Why a unit fails is said nowhere else in the comment. */
const failuresShown = 20;
const objectsShown = 8;
const suggestionsShown = 5;

interface Look {
  readonly open: Markdown;
  readonly close: Markdown;
  readonly rank: number;
}

const looks: Readonly<Record<Tone, Look>> = {
  fails: {
    open: gfm`#### 🔴 Would fail\n\n`,
    close: gfm``,
    rank: 0,
  },
  block: {
    open: gfm`#### 🔴 Needs approval\n\n`,
    close: gfm``,
    rank: 1,
  },
  warn: {
    open: gfm`#### 🟡 Warnings\n\n`,
    close: gfm``,
    rank: 3,
  },
  info: {
    open: gfm`<details><summary>🔵 Notes</summary>\n\n`,
    close: gfm`\n\n</details>`,
    rank: 7,
  },
  unseen: {
    open: gfm`#### ⚪ Not seen\n\n`,
    close: gfm``,
    rank: 4,
  },
};

export function cardSection(tone: Tone, cards: readonly Card[], links: Links | undefined): Section {
  return {
    ...looks[tone],
    separator: '\n\n',
    items: cards.filter((card) => card.tone === tone).map((card) => itemOf(card, links)),
    cut: (hidden, of) => gfm`**${hidden.length} of ${of} are not shown:** ${namesOf(hidden)}.`,
  };
}

function itemOf(card: Card, links: Links | undefined): Item {
  const title = clip(card.title, longestTitle);
  const [only] = card.members;
  const single = card.members.length === 1 && only !== undefined;
  const head = [strong(title), ...(single ? [memberLine(unnamed(only, title), links)] : [])];
  const todo = gfm`**To do:** ${inline(clip(card.advice, longestText))}`;
  const text = quoteOf(card) ?? (card.detail === undefined ? [] : [inline(clip(card.detail, longestText))]);
  const paragraphs = typeof text === 'string' ? [lines(head), text, todo] : [lines([...head, ...text, todo])];
  return {
    text: joinedMarkdown(
      [...paragraphs, ...(single ? [] : [membersList(card, links)]), ...suggestionsOf(card, links)],
      '\n\n',
    ),
    name: inline(clip(card.title, longestName)),
    weight: card.members.length,
  };
}

/** Where the line is, and what it would be. */
function suggestionsOf({ suggestions = [] }: Card, links: Links | undefined): readonly Markdown[] {
  const shown = suggestions.slice(0, suggestionsShown);
  const more = suggestions.length - shown.length;
  return [
    ...shown.map(({ place, text }) => {
      const line = fence(clip(text, longestText), 'suggestion');
      return gfm`Into Git at ${placeLink(place, links)}:\n\n${line}`;
    }),
    ...(more > 0 ? [gfm`and ${more} more lines.`] : []),
  ];
}

/** Four asterisks with nothing between them would be a rule. */
function strong(title: string): Markdown {
  const text = inline(title);
  return text === '' ? gfm`**Untitled**` : gfm`**${text}**`;
}

function lines(all: readonly Markdown[]): Markdown {
  return joinedMarkdown(
    all.filter((line) => line !== ''),
    '  \n',
  );
}

/** Words of another program, and words of several lines, keep their lines. */
function quoteOf({ detail, quote }: Card): Markdown | undefined {
  const text = quote ?? (detail?.trim().includes('\n') === true ? detail : undefined);
  return text === undefined ? undefined : fence(clip(text.trim(), longestQuote), 'text');
}

/** Without the objects that the title names already. */
function unnamed(member: Member, title: string): Member {
  const objects = member.objects.filter(
    ({ namespace, name }) => !title.includes(namespace === '' ? `\`${name}\`` : `\`${namespace}/${name}\``),
  );
  return { ...member, objects };
}

function membersList({ tone, members }: Card, links: Links | undefined): Markdown {
  const most = tone === 'fails' ? failuresShown : membersShown;
  const listed = members.slice(0, most).map((member) => gfm`- ${memberLine(member, links)}`);
  const rest = members.slice(most).map((member) => nameOf(member));
  if (rest.length > 0) {
    const named = namesOf(rest.map((name) => ({ text: name, name, weight: 0 })));
    listed.push(gfm`- and ${rest.length} more: ${named}`);
  }
  return joinedMarkdown(listed, '\n');
}

function memberLine(member: Member, links: Links | undefined): Markdown {
  const places = member.places.slice(0, objectsShown).map((place) => placeLink(place, links));
  const more = member.places.length - places.length;
  const where = [
    nameOf(member),
    ...(places.length === 0 ? [] : [joinedMarkdown(places, ', ')]),
    ...(more > 0 ? [gfm`and ${more} more places`] : []),
  ];
  const line = joinedMarkdown(
    where.filter((part) => part !== ''),
    ' · ',
  );
  if (member.note === undefined) return line;
  const note = inline(clip(member.note, longestText));
  return line === '' ? note : gfm`${line}: ${note}`;
}

function nameOf({ unit, objects }: Member): Markdown {
  const shown = objects.slice(0, objectsShown).map((object) => code(clip(objectName(object), longestName)));
  const more = objects.length - shown.length;
  const names = joinedMarkdown(more > 0 ? [...shown, gfm`${more} more`] : shown, ', ');
  if (unit === undefined) return names;
  const place = code(clip(unit, longestName));
  return names === '' ? place : gfm`${names} in ${place}`;
}
