/** The bytes of a YAML file -> the text of each of its documents and the line where it starts. */
import { isUtf8 } from 'node:buffer';

export interface Chunk {
  readonly text: string;
  /** Line of the file where the text starts; lines start at 1. */
  readonly line: number;
}

export type Chunks =
  | { readonly kind: 'chunks'; readonly chunks: readonly Chunk[] }
  | { readonly kind: 'problem'; readonly message: string; readonly line: number; readonly limit?: true };

/** As kubectl splits: a line that holds the marker and at most a comment. */
const marker = /^---[ \t]*(?:#[^\n]*)?\r?$/gm;
/** What YAML does not allow outside of escapes. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f]/;
/** Ends a line in YAML 1.1, and so for go-yaml, which kubectl, helm and kustomize read with; not for our parser. */
const separator = /[\u0085\u2028\u2029]/;
const emptyLine = /^(?:[ \t]*(?:#.*)?|\.\.\.[ \t]*)\r?$/;

export function chunksOf(content: Buffer | string, maxBytes: number): Chunks {
  const size = typeof content === 'string' ? content.length : content.byteLength;
  if (size > maxBytes) return { ...problem(`larger than ${maxBytes} bytes`, 1), limit: true };
  if (typeof content !== 'string' && !isUtf8(content)) return problem('not UTF-8', firstBadLine(content));
  const text = content.toString().replace(/^\uFEFF/, '');
  const bad = control.exec(text);
  if (bad !== null) return problem('control characters are not allowed', lineAt(text, bad.index));
  const hidden = separator.exec(text);
  if (hidden !== null) {
    return { ...problem(separatorMessage(hidden[0]), lineAt(text, hidden.index)), limit: true };
  }
  return { kind: 'chunks', chunks: split(text) };
}

function separatorMessage(character: string): string {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `has the line separator U+${code}, which Kubernetes tools take for a line end`;
}

function split(text: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let start = 0;
  let line = 1;
  const push = (end: number): void => {
    const part = text.slice(start, end);
    if (!isEmpty(part)) chunks.push({ text: part, line });
  };
  for (const match of text.matchAll(marker)) {
    push(match.index);
    const next = Math.min(match.index + match[0].length + 1, text.length);
    line += lineAt(text.slice(start, next), next - start) - 1;
    start = next;
  }
  push(text.length);
  return chunks;
}

/** Line by line, so that no regular expression can run long on hostile text. */
function isEmpty(text: string): boolean {
  for (const line of lines(text)) if (!emptyLine.test(line)) return false;
  return true;
}

function* lines(text: string): Generator<string> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

/** Offset -> line, counted from 1; for many offsets of one text. */
export function lineCounter(text: string): (offset: number) => number {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let index = text.indexOf('\n'); index >= 0 && index < offset; index = text.indexOf('\n', index + 1))
    line += 1;
  return line;
}

function firstBadLine(content: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = content.indexOf(10); end >= 0; end = content.indexOf(10, start)) {
    if (!isUtf8(content.subarray(start, end))) return line;
    start = end + 1;
    line += 1;
  }
  return line;
}

function problem(message: string, line: number): Extract<Chunks, { readonly kind: 'problem' }> {
  return { kind: 'problem', message, line };
}
