/**
 * A plain YAML scalar -> the JSON value that kubectl makes of it.
 *
 * kubectl reads YAML 1.1 by go-yaml v2 (sigs.k8s.io/yaml): `yes` is true and 0775 is 509, but 1:30 and dates stay
 * text. Every row here was compared with kubectl's own answer (test/object/yaml-scalar.test.ts).
 */
import type { Json } from './json.ts';

export type Scalar =
  | { readonly kind: 'value'; readonly value: Json }
  /** The marker of a merge key, `<<`. */
  | { readonly kind: 'merge' }
  | { readonly kind: 'problem'; readonly message: string }
  /** An integer that a double cannot hold, which kubectl would send exactly. */
  | { readonly kind: 'rounded'; readonly value: number };

const words = new Map<string, Json>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(
    (word) => [word, true] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(
    (word) => [word, false] as const,
  ),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
]);
const noJsonNumber = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

export function plainScalar(source: string): Scalar {
  const word = words.get(source);
  if (word !== undefined) return { kind: 'value', value: word };
  if (source === '<<') return { kind: 'merge' };
  if (noJsonNumber.test(source)) return { kind: 'problem', message: `JSON has no number ${source}` };
  if (!/^[-+.0-9]/.test(source)) return { kind: 'value', value: source };
  return numberOf(source);
}

function numberOf(source: string): Scalar {
  const digits = source.replaceAll('_', '');
  const integer = integerOf(digits);
  if (integer !== undefined) return exactly(integer);
  if (!float.test(source.startsWith('.') ? source : digits)) return { kind: 'value', value: source };
  const value = Number(digits);
  return { kind: 'value', value: Number.isFinite(value) ? withoutSignedZero(value) : source };
}

/** Go's ParseInt with base 0: a leading 0 is octal. */
function integerOf(digits: string): bigint | undefined {
  const match = /^([-+]?)(?:(0[xX][0-9a-fA-F]+)|(0[bB][01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/.exec(digits);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal, decimal] = match;
  const text = hex ?? binary ?? (octal === undefined ? (decimal ?? '0') : `0o${octal}`);
  return sign === '-' ? -BigInt(text) : BigInt(text);
}

function exactly(integer: bigint): Scalar {
  const value = Number(integer);
  const kept = integer < int64.min || integer > int64.max || BigInt(value) === integer;
  return kept ? { kind: 'value', value } : { kind: 'rounded', value };
}

function withoutSignedZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** A scalar with one of YAML's own tags (`!!int`), whatever its quotes. */
export function taggedScalar(tag: string, source: string): Scalar {
  if (tag === 'str' || tag === 'timestamp') return { kind: 'value', value: source };
  if (tag === 'binary') return { kind: 'value', value: Buffer.from(source, 'base64').toString('utf8') };
  const plain = plainScalar(source);
  if (plain.kind === 'value' && tagOf(plain.value).includes(tag)) return plain;
  if (plain.kind === 'rounded' && tag === 'int') return plain;
  return { kind: 'problem', message: `cannot read ${JSON.stringify(source)} as !!${tag}` };
}

function tagOf(value: Json): readonly string[] {
  if (value === null) return ['null'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['int', 'float'] : ['float'];
  return [typeof value === 'boolean' ? 'bool' : 'str'];
}
