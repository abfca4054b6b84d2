/** Foreign text -> Markdown in which it is only text: it links, mentions, closes, embeds and hides nothing. */
import { visible } from '../object/visible.ts';

declare const brand: unique symbol;
/** Markdown that is safe to post: our own, or foreign text escaped for the position it stands in. */
export type Markdown = string & { readonly [brand]: true };

/** Our own Markdown around escaped values. */
export function gfm(strings: TemplateStringsArray, ...values: readonly (Markdown | number)[]): Markdown {
  return branded(strings.map((part, index) => `${part}${values[index] ?? ''}`).join(''));
}

export function joinedMarkdown(parts: readonly Markdown[], separator: string): Markdown {
  return branded(parts.join(separator));
}

/** All that HTML or Markdown could read between two tags. */
const special = /[&<>"'`*_[\]\\|@#$~:!]/g;

/** One line on which every character can be seen; breaks and tabs become spaces. */
export function visibleLine(foreign: string): string {
  return visible(foreign.replaceAll(/[ \t\r\n]+/g, ' ').trim());
}

/**
 * Text in a sentence or in a table cell. Words between backticks are code, and so is a word that GitHub
 * would link or turn into an emoji.
 */
export function inline(foreign: string): Markdown {
  const escaped = visibleLine(foreign)
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 === 1 && part.trim() !== '' ? code(part) : part.split(' ').map(escapedWord).join(' '),
    )
    .reduce(
      (text, part) => (text.endsWith('`') && part.startsWith('`') ? `${text} ${part}` : text + part),
      '',
    );
  return branded(escaped.replace(/^(?:[-+=#:]|\d+(?=[.)]))/, blockStartEscaped));
}

/** A name as code, in a sentence or in a table cell. */
export function code(foreign: string): Markdown {
  const text = visibleLine(foreign);
  // A pipe ends a cell also inside code, and its escape is read otherwise behind a backslash: it stays outside.
  const spans = text.split('|').map(codeSpan);
  return text === '' ? gfm`(empty)` : branded(spans.join(String.raw`\|`));
}

/** Text between HTML tags, where Markdown is not read; always as code, since GitHub links mentions there. */
export function htmlCode(foreign: string): Markdown {
  return branded(`<code>${visibleLine(foreign).replaceAll(special, entity)}</code>`);
}

/** A digest or a commit, for a place where nothing else may stand. */
export function hexadecimal(foreign: string): Markdown | undefined {
  return /^[0-9a-f]+$/.test(foreign) ? branded(foreign) : undefined;
}

/** Lines in a fence that is longer than any run of backticks in them. */
export function fence(foreign: string, language: 'diff' | 'suggestion' | 'text'): Markdown {
  const lines = visible(foreign.replace(/\n+$/, ''));
  const ticks = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return branded(`${ticks}${language}\n${lines}\n${ticks}`);
}

/** A link whose address is the site's, whatever the path holds. */
export function linkTo(
  text: Markdown,
  address: { readonly site: string; readonly path: readonly string[]; readonly anchor: string },
): Markdown {
  // Brackets at a paragraph's start would make it a definition, which is not shown.
  if (/[[\]]/.test(text)) return text;
  const path = address.path.map(percentEncoded).join('/');
  const site = address.site.replaceAll(/[^!-~]|[()<>\\`|]/g, percentEncoded);
  return branded(`[${text}](${site}/${path}#${percentEncoded(address.anchor)})`);
}

/** At most so many UTF-16 units, and how many are left out; never half a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${head}… (${text.length - head.length} more characters)`;
}

/**
 * What GitHub links outside code: mentions and addresses, #1, GH-1 and other trackers' keys, commits, URLs;
 * besides emoji words and formulas. https://docs.github.com/en/get-started/writing-on-github
 */
const linked =
  /[@$]|#\d|:\/\/|www\.|:[\w+-]+:|(?<![0-9a-z])[0-9a-f]{7,}(?![0-9a-z])|gh-\d|[A-Z][A-Z0-9]+-\d/i;

function codeSpan(text: string): string {
  if (text.trim() === '') return text;
  const ticks = '`'.repeat(longestRun(text) + 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
}

function escapedWord(word: string): string {
  // A sentence goes on after an address.
  const { head = word, end = '' } = /^(?<head>.*?)(?<end>[:;,.]*)$/u.exec(word)?.groups ?? {};
  if (end !== '' && linked.test(head)) return `${code(head)}${end}`;
  if (linked.test(word)) return code(word);
  return word
    .replaceAll(/[\\*_[\]~|]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('`', '&#96;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function blockStartEscaped(start: string): string {
  return /\d$/.test(start) ? `${start}\\` : `\\${start}`;
}

/** Also what encodeURIComponent leaves and a Markdown link would end at. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

function branded(text: string): Markdown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that makes the brand
  return text as Markdown;
}
