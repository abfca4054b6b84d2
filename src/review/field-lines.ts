/** The files of the head that declare what changes -> the line of a field in them, as far as that is certain. */
import type { Comparison } from '../diff/change.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Place } from '../object/place.ts';
import { linesIn, readYaml } from '../object/yaml.ts';
import type { LineOf } from '../risk/assess.ts';
import type { ReadLimits, Tree } from '../source/tree.ts';

const limits: ReadLimits = { largest: 4_000_000, total: 64_000_000 };

/** Throws SourceError. */
export async function fieldLines(comparisons: readonly Comparison[], tree: Tree): Promise<LineOf> {
  const changing = comparisons.filter(({ change }) => change.action !== 'unchanged');
  const files = new Set(changing.flatMap(({ origin }) => (origin === undefined ? [] : [origin.file])));
  const contents = await tree.read(
    [...files].filter((file) => tree.entries.has(file)),
    limits,
  );
  const known = new Map<string, (field: FieldPath) => number>();
  return (place, field) => {
    const content = contents.get(place.file);
    if (content === undefined) return place.line;
    const key = `${place.line} ${place.file}`;
    const lines = known.get(key) ?? linesAt(place, content.toString('utf8'));
    known.set(key, lines);
    return lines(field);
  };
}

function linesAt(place: Place, text: string): (field: FieldPath) => number {
  const documents = readYaml(place.file, text);
  const object = documents.find(
    (document) => document.kind === 'object' && document.place.line === place.line,
  );
  if (object?.kind === 'object') return linesIn(object);
  const template = templateAt(place.line, text);
  return (field) => lineOfKey(template, field) ?? place.line;
}

interface Template {
  /** Of the first line. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** No YAML yet: the lines up to the next document. */
function templateAt(line: number, text: string): Template {
  const lines = text.split('\n').slice(line - 1);
  const end = lines.findIndex((candidate, index) => index > 0 && candidate.startsWith('---'));
  return { line, lines: end < 0 ? lines : lines.slice(0, end) };
}

/** The only line that has the field's last key: more than one, and it could be any. */
function lineOfKey({ line, lines }: Template, field: FieldPath): number | undefined {
  const last = field.findLast((step) => typeof step === 'string');
  if (last === undefined) return undefined;
  const having = lines.flatMap((text, index) =>
    text
      .replace(/^\s*(?:- +)?["']?/, '')
      .replace(/^(?<key>[\w./-]+)["']?:/, '$<key>:')
      .startsWith(`${last}:`)
      ? [line + index]
      : [],
  );
  return having.length === 1 ? having[0] : undefined;
}
