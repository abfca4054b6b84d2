/** A text with `${…}` and variables -> the text with their values, as github.com/fluxcd/pkg/envsubst makes it. */
import { isUnseen, unseenValue } from '../object/unseen-value.ts';
import { envsubstPattern } from '../reconciler/path-glob.ts';
import { parseTemplate, SubstitutionError } from './envsubst-parse.ts';
import type { Part } from './envsubst-parse.ts';

export type Looked =
  | { readonly kind: 'value'; readonly value: string }
  /** It has one that is not known. */
  | { readonly kind: 'unknown' }
  /** A default stands for it; whether any other operator takes it for empty. */
  | { readonly kind: 'unset'; readonly isEmptyInOperators: boolean };

export type LookUp = (name: string) => Looked;

/** In characters. */
const longestResult = 64_000_000;
/** Of a value from which something is trimmed: the time grows with its square. */
const longestTrimmed = 4096;

/** Throws SubstitutionError; also for a variable that is not set, but where a default stands for it. */
export function substituted(text: string, lookUp: LookUp): string {
  let room = longestResult;
  const parts = parseTemplate(text).map((part) => {
    const made = evaluated(part, lookUp);
    room -= made.length;
    if (room < 0) throw new SubstitutionError('the result is too large');
    return made;
  });
  return parts.join('');
}

const defaults = new Set([':=', ':-', ':?', ':+', '=']);

function evaluated(part: Part, lookUp: LookUp): string {
  if (part.kind === 'text') return part.text;
  const args = part.args.map((arg) => evaluated(arg, lookUp));
  const found = lookUp(part.name);
  if (found.kind === 'unknown') return unseenValue;
  const value = found.kind === 'value' ? found.value : standingFor(found, part);
  if (defaults.has(part.operator)) return value || args.join('');
  return args.find(isUnseen) ?? changed(value, part.operator, args);
}

type Variable = Extract<Part, { readonly kind: 'variable' }>;

function standingFor(
  { isEmptyInOperators }: Extract<Looked, { readonly kind: 'unset' }>,
  { name, operator }: Variable,
): string {
  if (defaults.has(operator) || (isEmptyInOperators && operator !== '')) return '';
  throw new SubstitutionError(`variable not set (strict mode): ${JSON.stringify(name)}`);
}

function changed(value: string, operator: string, args: readonly string[]): string {
  const [first = '', second] = args;
  switch (operator) {
    case '#':
      return args.length === 0 ? String(Buffer.byteLength(value)) : trimmed(value, first, shortest);
    case '##':
      return trimmed(value, first, longest);
    case '%':
      return reversed(trimmed(reversed(value), reversed(first), shortest));
    case '%%':
      return reversed(trimmed(reversed(value), reversed(first), longest));
    case ':':
      return section(value, first, second);
    default:
      return operator.startsWith('/') ? replaced(value, operator, [first, second]) : recased(value, operator);
  }
}

function recased(value: string, operator: string): string {
  const initial = String.fromCodePoint(...(value === '' ? [] : [value.codePointAt(0) ?? 0]));
  switch (operator) {
    case ',':
      return lower(initial) + value.slice(initial.length);
    case ',,':
      return Array.from(value, lower).join('');
    case '^':
      return upper(initial) + value.slice(initial.length);
    case '^^':
      return Array.from(value, upper).join('');
    default:
      return value;
  }
}

/** Go maps character by character: `ß` stays as it is. */
function upper(character: string): string {
  const mapped = character.toUpperCase();
  return Array.from(mapped).length === 1 ? mapped : character;
}

function lower(character: string): string {
  const mapped = character.toLowerCase();
  return Array.from(mapped).length === 1 ? mapped : character;
}

function replaced(
  value: string,
  operator: string,
  [from, to]: readonly [string, string | undefined],
): string {
  switch (operator) {
    case '//':
      return value.replaceAll(from, () => to ?? '');
    case '/#':
      return to !== undefined && value.startsWith(from) ? to + value.slice(from.length) : value;
    case '/%':
      return to !== undefined && value.endsWith(from)
        ? value.slice(0, value.length - from.length) + to
        : value;
    default:
      return value.replace(from, () => to ?? '');
  }
}

/** In bytes; an offset that is no number leaves the value as it is. */
function section(value: string, from: string, length: string | undefined): string {
  const bytes = Buffer.from(value);
  const offset = integer(from);
  if (offset === undefined) return value;
  const start = offset < 0 ? Math.max(0, bytes.length + offset) : offset;
  if (length === undefined) return bytes.subarray(start).toString('utf8');
  const count = integer(length);
  if (count === undefined) return value;
  if (start + count >= bytes.length) return bytes.subarray(start).toString('utf8');
  // Where the controller itself breaks off.
  if (count < 0) throw new SubstitutionError('slice bounds out of range');
  return bytes.subarray(start, start + count).toString('utf8');
}

function integer(text: string): number | undefined {
  return /^[+-]?\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

type Choice = (candidates: readonly string[]) => string | undefined;

const shortest: Choice = (candidates) => candidates.at(-1);
const longest: Choice = (candidates) => candidates[0];

/** A pattern that is none leaves the value as it is. */
function trimmed(value: string, pattern: string, choose: Choice): string {
  const matches = envsubstPattern(pattern);
  if (matches === undefined) return value;
  const characters = Array.from(value);
  if (characters.length > longestTrimmed)
    throw new SubstitutionError('a value is too long to be trimmed here');
  const starts = characters.map((_character, index) =>
    characters.slice(0, characters.length - index).join(''),
  );
  const found = choose(starts.filter(matches));
  return found === undefined ? value : value.slice(found.length);
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
