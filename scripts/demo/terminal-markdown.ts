/** Markdown as GitHub would render it -> lines for a terminal, in colors where the terminal has them. */
import { stripVTControlCharacters, styleText } from 'node:util';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

const parser = new MarkdownIt({ html: true });
const width = 100;
const foldIndent = '  ';

export function terminalMarkdown(markdown: string): readonly string[] {
  const page: Page = { lines: [], folds: 0 };
  const tokens = parser.parse(markdown, {});
  for (let at = 0; at < tokens.length;) {
    const end = endOf(tokens, at);
    write(page, tokens.slice(at, end));
    at = end;
  }
  return page.lines;
}

interface Page {
  readonly lines: string[];
  folds: number;
}

/** A block is one token, or all from its opening to its closing one. */
function endOf(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

function write(page: Page, block: readonly Token[]): void {
  const [first] = block;
  if (first === undefined) return;
  if (first.type === 'html_block') return fold(page, first.content);
  const lines = linesOf(first, block);
  if (lines.length === 0) return;
  const indent = foldIndent.repeat(page.folds);
  page.lines.push(...lines.map((line) => `${indent}${line}`), '');
}

function linesOf(first: Token, block: readonly Token[]): readonly string[] {
  switch (first.type) {
    case 'heading_open':
      return [styleText('bold', textOf(block))];
    case 'fence':
      return first.content
        .trimEnd()
        .split('\n')
        .map(first.info === 'diff' ? diffLine : quotedLine);
    case 'table_open':
      return tableLines(block);
    case 'bullet_list_open':
      return textOf(block)
        .split('\n')
        .map((line) => `• ${line}`);
    default:
      return textOf(block).split('\n').flatMap(wrapped);
  }
}

/** What GitHub folds is shown, further to the right. */
function fold(page: Page, html: string): void {
  const opened = html.split('<details>').length - 1;
  const closed = html.split('</details>').length - 1;
  const summary = /<summary>(?<text>.*?)<\/summary>/su.exec(html)?.groups?.['text'];
  if (summary !== undefined) {
    const text = parser.utils.unescapeAll(summary.replaceAll(/<[^>]*>/g, ''));
    page.lines.push(`${foldIndent.repeat(page.folds)}▾ ${styleText('bold', text)}`, '');
  }
  page.folds = Math.max(0, page.folds + opened - closed);
}

function diffLine(line: string): string {
  if (line.startsWith('@@')) return styleText('magenta', line);
  if (line.startsWith('+')) return styleText('green', line);
  return line.startsWith('-') ? styleText('red', line) : styleText('dim', line);
}

function quotedLine(line: string): string {
  return `${styleText('dim', '│')} ${line}`;
}

function textOf(block: readonly Token[]): string {
  return block
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => inline(children ?? []))
    .join('\n');
}

function inline(tokens: readonly Token[]): string {
  let strong = false;
  let text = '';
  for (const { type, content } of tokens) {
    if (type === 'strong_open' || type === 'strong_close') strong = type === 'strong_open';
    else if (type === 'softbreak') text += ' ';
    else if (type === 'hardbreak') text += '\n';
    else if (type === 'code_inline') text += styleText('cyan', content);
    else if (type !== 'html_inline') text += strong ? styleText('bold', content) : content;
  }
  return text;
}

function tableLines(block: readonly Token[]): readonly string[] {
  const rows: string[][] = [];
  for (const { type, children } of block) {
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline') rows.at(-1)?.push(inline(children ?? []));
  }
  const columns = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (columns[column] ?? 0) - lengthOf(cell))))
      .join('   ')
      .trimEnd();
  const [head = [], ...body] = rows;
  return [
    styleText('bold', line(head)),
    columns.map((size) => '─'.repeat(size)).join('   '),
    ...body.map(line),
  ];
}

function wrapped(line: string): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && lengthOf(current) + 1 + lengthOf(word) > width) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

function lengthOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
