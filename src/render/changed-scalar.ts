/** The scalars that a pull request changes in some files -> the lines of those that explain the change of a field. */
import { fieldAt, scalarsOf } from '../object/field-value.ts';
import type { Keys } from '../object/field-value.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonObject } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import { lineOf } from '../object/yaml.ts';
import type { OtherDocument } from '../object/yaml.ts';
import type { AskedField } from './asked-field.ts';
import type { ParsedFiles } from './parsed-files.ts';

export interface Sides {
  readonly base: ParsedFiles;
  readonly head: ParsedFiles;
}

export interface ChangedScalar {
  readonly file: string;
  readonly document: OtherDocument;
  readonly keys: Keys;
  /** Undefined where base does not have it. */
  readonly from: string | undefined;
  readonly to: string;
}

export function changedScalars(files: readonly string[], sides: Sides): readonly ChangedScalar[] {
  return files.flatMap((file) => changedIn(file, sides));
}

/**
 * Certain where exactly one scalar turns the field's old value into the new one, or where all that occur in both do
 * so together, such as a repository and a tag.
 */
export function explained(
  { before, value }: AskedField,
  changed: readonly ChangedScalar[],
): readonly Place[] {
  const to = textOf(value);
  const from = textOf(before);
  // Any change leaves it as it is: what both sides declare alike differs by drift.
  if (to === undefined || from === to) return [];
  const alone = changed.filter((scalar) => turns([scalar], from, to));
  if (alone.length > 0) return placesOf(only(alone) ?? only(alone.filter((scalar) => hasKin(scalar, to))));
  const together = changed.filter((scalar) => takesPart(scalar, from, to));
  return turns(together, from, to) ? placesOf(together) : [];
}

function changedIn(file: string, { base, head }: Sides): readonly ChangedScalar[] {
  if (base.text(file) === head.text(file)) return [];
  const earlier = base.values(file);
  return head.values(file).flatMap((document, index) =>
    scalarsOf(document.value).flatMap(({ path, keys, value }) => {
      const old = earlier[index];
      const from = old && textOf(fieldAt(old.value, path)?.value);
      const to = String(value);
      return from === to ? [] : [{ file, document, keys, from, to }];
    }),
  );
}

function takesPart({ from, to }: ChangedScalar, before: string | undefined, after: string): boolean {
  return from !== undefined && before !== undefined && partAt(before, from) >= 0 && partAt(after, to) >= 0;
}

/** A new scalar, or a new field, has no old value to start from: then the whole value has to be the scalar's. */
function turns(scalars: readonly ChangedScalar[], before: string | undefined, after: string): boolean {
  const [first] = scalars;
  if (first === undefined) return false;
  if (before === undefined || first.from === undefined) return scalars.length === 1 && first.to === after;
  const longestFirst = scalars.toSorted((a, b) => (b.from?.length ?? 0) - (a.from?.length ?? 0));
  const turned = longestFirst.reduce((text, { from, to }) => replaced(text, from ?? '', to), before);
  return turned === after;
}

function replaced(text: string, from: string, to: string): string {
  const start = partAt(text, from);
  return start < 0 ? text : `${text.slice(0, start)}${to}${text.slice(start + from.length)}`;
}

/** Where a text stands in another as a part of its own: `1.4` is none of `web:1.4.2`. */
function partAt(whole: string, part: string): number {
  if (part === '') return -1;
  for (let start = whole.indexOf(part); start >= 0; start = whole.indexOf(part, start + 1)) {
    const around = `${whole.charAt(start - 1)} ${whole.charAt(start + part.length)}`;
    if (!/[\w.-]/u.test(around)) return start;
  }
  return -1;
}

/** Beside it stands another text of the value, such as the repository beside the tag. */
function hasKin({ document, keys }: ChangedScalar, value: string): boolean {
  const parent = at(document.value, ...keys.slice(0, -1));
  const own = keys.at(-1);
  return (
    isJsonObject(parent) &&
    Object.entries(parent).some(
      ([key, text]) => key !== own && typeof text === 'string' && text.length > 2 && partAt(value, text) >= 0,
    )
  );
}

function only(scalars: readonly ChangedScalar[]): readonly ChangedScalar[] | undefined {
  return scalars.length === 1 ? scalars : undefined;
}

function placesOf(scalars: readonly ChangedScalar[] = []): readonly Place[] {
  return scalars.map(({ file, document, keys }) => ({ file, line: lineOf(document, keys) }));
}

function textOf(value: Json | undefined): string | undefined {
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}
