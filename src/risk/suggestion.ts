/** A field that drifted and the line of the source that sets it -> the line that takes the live value into Git. */
import type { Comparison } from '../diff/change.ts';
import { canonicalJson } from '../object/canonical.ts';
import type { FieldPath } from '../object/field-path.ts';
import { fieldAt } from '../object/field-value.ts';
import type { Json } from '../object/json.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Place, ShownPlace } from '../object/place.ts';

/** A field whose live value may be taken into Git. */
export interface Taking {
  readonly comparison: Comparison;
  readonly path: FieldPath;
}

export interface SourceLine {
  readonly place: Place;
  readonly text: string;
}

/** Where a field is set, if that is one line and certain. */
export type LineOf = (comparison: Comparison, path: FieldPath) => SourceLine | undefined;

/** Instead of the line at its place. */
export interface Suggestion {
  readonly place: ShownPlace;
  readonly text: Masked;
}

/** None where the line does not hold the declared value as a plain scalar, or anything of it is secret. */
export function suggestionsFor(
  takings: readonly Taking[],
  { lineOf, mask }: { readonly lineOf: LineOf; readonly mask: Mask },
): readonly Suggestion[] {
  return takings.flatMap((taking) => {
    const values = valuesOf(taking);
    const source = lineOf(taking.comparison, taking.path);
    if (values === undefined || source === undefined) return [];
    const text = withValue(source.text, values);
    if (text === undefined || mask.text(text) !== text) return [];
    const { file, ...place } = source.place;
    return [{ place: { ...place, file: mask.text(file) }, text: mask.text(text) }];
  });
}

interface Values {
  readonly declared: Scalar;
  readonly live: Scalar;
}

function valuesOf({ comparison, path }: Taking): Values | undefined {
  const { before, after } = comparison;
  const live = before && fieldAt(before, path)?.value;
  const declared = after && fieldAt(after, path)?.value;
  if (!isScalar(live) || !isScalar(declared) || isHidden({ comparison, path }, live)) return undefined;
  return { declared, live };
}

type Scalar = string | number | boolean;

function isScalar(value: Json | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** What is shown of it is not what it is. */
function isHidden({ comparison, path }: Taking, live: Scalar): boolean {
  const field = comparison.change.fields[(comparison.paths ?? []).indexOf(path)];
  return field?.before !== canonicalJson(live);
}

/** Indentation, dashes and a key; a value; and a comment. */
const setting =
  /^(?<key>\s*(?:- +)*(?:[^\s:#'"][^:#]*|"[^"]*"|'[^']*'):\s+)(?<value>'[^']*'|"[^"\\]*"|[^\s#'"][^#]*?)(?<rest>\s*|\s+#.*)$/u;

function withValue(line: string, { declared, live }: Values): string | undefined {
  const { key = '', value = '', rest = '' } = setting.exec(line)?.groups ?? {};
  const quote = /^['"]/u.exec(value)?.[0] ?? '';
  return holds(value, quote, declared) ? `${key}${written(live, quote)}${rest}` : undefined;
}

function holds(value: string, quote: string, declared: Scalar): boolean {
  if (quote === '') return value !== '' && value === String(declared);
  return typeof declared === 'string' && value.slice(1, -1) === declared;
}

/** Words that YAML reads as something else than text. */
const noText = /^(?:true|false|null|yes|no|on|off|y|n|~|\.nan|\.inf)$/iu;

function written(value: Scalar, quote: string): string {
  if (typeof value !== 'string') return String(value);
  const isPlain = /^[A-Za-z/][\w./@+-]*(?::[\w./@+-]+)*$/u.test(value) && !noText.test(value);
  if (isPlain && quote === '') return value;
  return quote === "'" && /^[\w ./:@+-]*$/u.test(value) ? `'${value}'` : JSON.stringify(value);
}
