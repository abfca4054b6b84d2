/** Masked JSON -> JSON text, YAML text, and the unified diff of two YAML texts. */
import { structuredPatch } from 'diff';
import { stringify } from 'yaml';
import { canonicalJson, compareText } from '../object/canonical.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { MaskedJson } from './masked-pair.ts';

/** Longer texts are cut with a count; no reader reads more of one object. */
const maxLines = 400;
/** A longer value in a table of fields is cut with a count. */
const maxValue = 2000;
/** A search for the shortest diff costs lines times edits and ends here; both texts are then counted, not compared. */
const maxCost = 30_000_000;
const maxEdits = 3000;

function masked(text: string): Masked {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from masked values and the signs of JSON, YAML and diffs alone
  return text as Masked;
}

export function jsonText(value: MaskedJson | undefined): Masked | undefined {
  if (value === undefined) return undefined;
  const text = canonicalJson(value);
  if (text.length <= maxValue) return masked(text);
  return masked(`${text.slice(0, maxValue).toWellFormed()}… (${text.length - maxValue} more characters)`);
}

const first = ['apiVersion', 'kind', 'metadata'];

function rank(key: string): number {
  const place = first.indexOf(key);
  return place < 0 ? first.length : place;
}

function yamlText(value: MaskedJson | undefined): string {
  if (value === undefined) return '';
  return stringify(value, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    sortMapEntries: (a, b) =>
      rank(String(a.key)) - rank(String(b.key)) || compareText(String(a.key), String(b.key)),
  });
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.split('\n').length - 1;
}

function hunks(left: string, right: string): readonly string[] | undefined {
  const lines = linesOf(left) + linesOf(right);
  if (left === '' || right === '') return wholly(left === '' ? '+' : '-', left + right);
  const maxEditLength = Math.min(maxEdits, Math.floor(maxCost / lines));
  const patch = structuredPatch('', '', left, right, '', '', { context: 3, maxEditLength });
  return patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
}

/** An object that comes or goes: every line does. */
function wholly(sign: '+' | '-', text: string): readonly string[] {
  const lines = text.split('\n').slice(0, -1);
  const header = sign === '+' ? `@@ -0,0 +1,${lines.length} @@` : `@@ -1,${lines.length} +0,0 @@`;
  return [header, ...lines.map((line) => sign + line)];
}

/** Hunks with three lines around each change; empty where nothing changes. */
export function unifiedText(before: MaskedJson | undefined, after: MaskedJson | undefined): Masked {
  const left = yamlText(before);
  const right = yamlText(after);
  if (left === right) return words``;
  const lines = hunks(left, right);
  if (lines === undefined) {
    return words`Too different to compare line by line: ${linesOf(left)} lines before, ${linesOf(right)} after.\n`;
  }
  const cut = lines.length - maxLines;
  const shown = lines.slice(0, maxLines).join('\n');
  return masked(cut > 0 ? `${shown}\n… ${cut} more lines\n` : `${shown}\n`);
}
