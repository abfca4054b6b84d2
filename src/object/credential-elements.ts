/** XML or HTML in text -> the values of elements and properties whose name says that they are secret. */
import { isNoSecret, isSecretKey } from './secret-key.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

const attributes = String.raw`(?:\s+[\w.:-]{1,120}\s{0,20}=\s{0,20}(?:"[^"]{0,4096}"|'[^']{0,4096}')){0,40}`;
/** A start tag with its attributes. */
const tag = new RegExp(
  String.raw`<(?<name>[A-Za-z][\w.:-]{0,120})(?<attributes>${attributes})\s{0,20}/?>`,
  'dg',
);
/** `<name>password</name> <value>x</value>`, as Hadoop and property lists write it. */
const pair =
  /<(?<tag>name|key)>\s{0,200}(?<name>[\w./-]{1,200})\s{0,200}<\/\k<tag>>\s{0,200}<(?:value|string)>/dg;

const namedIn = /\s(?:name|key|property)\s*=\s*["'](?<name>[^"']{1,200})["']/g;
const valueIn = /\svalue\s*=\s*(?:"(?<value>[^"]+)|'(?<single>[^']+))/dg;
/** Without an end tag after it, `<token>` stands for what a reader is to fill in. */
const content = /(?:\s*<!\[CDATA\[(?<value>[^]*?)(?:\]\]>|$)|(?<single>[^<]+)(?=<[/!]))/dy;

function rangeOf(match: RegExpExecArray | null, offset = 0): readonly Range[] {
  const groups = match?.indices?.groups;
  const span = groups?.['value'] ?? groups?.['single'];
  return span ? [{ start: offset + span[0], end: offset + span[1] }] : [];
}

function contentAt(text: string, start: number): readonly Range[] {
  content.lastIndex = start;
  return rangeOf(content.exec(text));
}

function inTag(text: string, match: RegExpExecArray): readonly Range[] {
  const { name = '', attributes: given = '' } = match.groups ?? {};
  const names = [name, ...[...given.matchAll(namedIn)].map(({ groups }) => groups?.['name'] ?? '')];
  if (!names.some(isSecretKey)) return [];
  const offset = match.indices?.groups?.['attributes']?.[0] ?? 0;
  const values = [...given.matchAll(valueIn)].flatMap((value) => rangeOf(value, offset));
  return match[0].endsWith('/>') ? values : [...values, ...contentAt(text, match.index + match[0].length)];
}

export function valuesOfSecretElements(text: string): readonly Range[] {
  if (!/<[A-Za-z]/.test(text)) return [];
  const tags: Range[] = [];
  for (const match of text.matchAll(tag)) {
    // What is hidden already is not read again: a CDATA may go on to the end of the text.
    if (match.index >= (tags.at(-1)?.end ?? 0)) tags.push(...inTag(text, match));
  }
  const pairs = [...text.matchAll(pair)].flatMap((match) =>
    isSecretKey(match.groups?.['name'] ?? '') ? contentAt(text, match.index + match[0].length) : [],
  );
  return [...tags, ...pairs].filter(({ start, end }) => !isNoSecret(text.slice(start, end)));
}
