/** A Helm repository's index -> the versions of one chart, and where each is. */
import { at, isJsonArray, isJsonObject } from '../../object/json.ts';
import type { Json } from '../../object/json.ts';
import { readValues } from '../../object/yaml.ts';
import { cutChart } from './cut-chart.ts';
import { objectIn } from './json-reply.ts';

export interface IndexEntry {
  readonly version: string;
  readonly urls: readonly string[];
  /** As it stands there; empty where there is none. */
  readonly digest: string;
}

/** `unreadable`: it is no index, or of a layout that is too costly to parse at its size. */
export type IndexLookup =
  | { readonly kind: 'entries'; readonly entries: readonly IndexEntry[] }
  | { readonly kind: 'unknown-chart' }
  | { readonly kind: 'unreadable' };

/** Above, only an index that can be cut is read. */
const mostParsed = 4 * 1024 * 1024;

export function entriesOf(index: Buffer, chart: string): IndexLookup {
  const text = index.toString('utf8');
  if (/^\s*\{/u.test(text)) return entriesIn(objectIn(text), chart);
  const cut = cutChart(text, chart);
  if (cut === 'absent') return { kind: 'unknown-chart' };
  const found = cut === undefined ? undefined : entriesIn(parsed(cut.text), chart);
  // Such as one that refers to an anchor elsewhere.
  if (found !== undefined && found.kind !== 'unreadable') return found;
  return text.length > mostParsed ? { kind: 'unreadable' } : entriesIn(parsed(text), chart);
}

function parsed(text: string): Json | undefined {
  const [document] = readValues('index.yaml', text);
  return document === undefined || document.kind === 'problem' ? undefined : document.value;
}

function entriesIn(index: Json | undefined, chart: string): IndexLookup {
  if (index === undefined || !isJsonObject(index)) return { kind: 'unreadable' };
  const charts = at(index, 'entries') ?? {};
  if (!isJsonObject(charts)) return { kind: 'unreadable' };
  const listed = Object.hasOwn(charts, chart) ? charts[chart] : undefined;
  if (listed === undefined || listed === null) return { kind: 'unknown-chart' };
  if (!isJsonArray(listed)) return { kind: 'unreadable' };
  return { kind: 'entries', entries: listed.flatMap(entryOf) };
}

/** Helm skips what is no valid entry, too. */
function entryOf(value: Json): readonly IndexEntry[] {
  const version = textOf(at(value, 'version'));
  const urls = at(value, 'urls');
  if (version === undefined || !isJsonArray(urls)) return [];
  const digest = at(value, 'digest');
  return [
    {
      version,
      urls: urls.filter((url) => typeof url === 'string'),
      digest: typeof digest === 'string' ? digest : '',
    },
  ];
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
