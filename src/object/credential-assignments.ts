/** Text -> the values that stand behind a key whose name says that they are secret. */
import { isNoSecret, isSecretKey } from './secret-key.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** `key=`, `key: `, `"key": `, `\"key\":`. The look-behind keeps the search linear; `Kind=Secret: …` is a server's words. */
const assignment =
  /(?<![\w./-]|[Kk]ind=)(?<key>-{0,2}[A-Za-z][\w./-]{0,120})(?:\\*["'])?[ \t]*(?<sign>[:=])=?[ \t]*/g;
/** `--flag value` */
const flag = /(?<=^|[\s"'[,])(?<key>--?[A-Za-z][\w.-]{0,80})(?:["'],)?[ \t]+(?=[^-\s])/g;

const inQuotes = /"(?<value>(?:[^"\\]|\\[^])*)|'(?<single>[^']*)/dy;
/** Inside a string that was itself quoted: it ends at the next escaped quote. */
const inEscapedQuotes = /\\+["'](?<value>(?:[^"'\\]|\\+[^"'\\])*)/dy;
const restOfLine = /(?<value>[^\r\n]+)/dy;
const oneWord = /(?<value>[^\s"'&;]+)/dy;

function valueAt(text: string, start: number, form: RegExp): Range | undefined {
  form.lastIndex = start;
  const groups = form.exec(text)?.indices?.groups;
  const span = groups?.['value'] ?? groups?.['single'];
  return span && span[1] > span[0] ? { start: span[0], end: span[1] } : undefined;
}

/** The lines of a YAML block scalar (`key: |`) whose key stands at `keyStart`. */
function blockAt(text: string, keyStart: number, start: number): Range | undefined {
  const header = /[|>][+-]?\d?[+-]?[ \t]*\r?\n/y;
  header.lastIndex = start;
  if (!header.test(text)) return undefined;
  const lineStart = text.lastIndexOf('\n', keyStart) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, keyStart))?.[0].length ?? 0;
  const deeper = new RegExp(String.raw`(?<value>(?:[ \t]{${indent + 1},}[^\n]*(?:\n|$)|[ \t]*\r?\n)+)`, 'dy');
  return valueAt(text, header.lastIndex, deeper);
}

function startsLine(text: string, index: number): boolean {
  return /^[ \t]*(?:export[ \t]+|-[ \t]+)?$/.test(text.slice(text.lastIndexOf('\n', index - 1) + 1, index));
}

function assigned(text: string, match: RegExpExecArray): Range | undefined {
  const start = match.index + match[0].length;
  const next = text[start];
  if (next === '"' || next === "'") return valueAt(text, start, inQuotes);
  if (next === '\\') return valueAt(text, start, inEscapedQuotes) ?? valueAt(text, start, oneWord);
  // The keys inside a nested object are judged by themselves.
  if (next === '{') return undefined;
  return blockAt(text, match.index, start) ?? bare(text, match, start);
}

function bare(text: string, match: RegExpExecArray, start: number): Range | undefined {
  const spaced = match.groups?.['sign'] === ':' && /[ \t]$/.test(match[0]);
  return valueAt(text, start, spaced || startsLine(text, match.index) ? restOfLine : oneWord);
}

function flagged(text: string, match: RegExpExecArray): Range | undefined {
  const start = match.index + match[0].length;
  return valueAt(text, start, text[start] === '"' || text[start] === "'" ? inQuotes : oneWord);
}

export function valuesOfSecretKeys(text: string): readonly Range[] {
  if (!/[:=]|-[A-Za-z]/.test(text)) return [];
  const found: Range[] = [];
  const keep = (match: RegExpExecArray, valueOf: typeof assigned): void => {
    if (!isSecretKey(match.groups?.['key'] ?? '')) return;
    const range = valueOf(text, match);
    if (range && !isNoSecret(text.slice(range.start, range.end))) found.push(range);
  };
  for (const match of text.matchAll(assignment)) keep(match, assigned);
  for (const match of text.matchAll(flag)) keep(match, flagged);
  return found;
}
