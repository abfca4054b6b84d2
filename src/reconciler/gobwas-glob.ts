/** A glob as Argo CD reads it, with github.com/gobwas/glob -> whether a text matches. */

export interface Glob {
  matches(text: string): boolean;
}

type Part =
  | { readonly kind: 'any'; readonly passes: (character: string) => boolean }
  | { readonly kind: 'one'; readonly accepts: (character: string) => boolean }
  | { readonly kind: 'either'; readonly patterns: Part[][] };

/** Nobody writes a longer one; the time for a match grows with its length. */
const longest = 1000;

/**
 * Undefined where gobwas would not compile it: Argo CD then takes it for one that matches nothing. With a separator,
 * `*` and `?` stop at it, and only `**` passes.
 */
export function compileGlob(pattern: string, separator = ''): Glob | undefined {
  const characters = Array.from(pattern);
  if (characters.length > longest || pattern.includes('\uFFFD')) return undefined;
  const parts = parse(characters, separator);
  if (parts === undefined) return undefined;
  return { matches: (text) => matches(parts, Array.from(text)) };
}

interface Reading {
  readonly from: readonly string[];
  readonly separator: string;
  at: number;
  /** The pattern that is being read, and the braces that it is in. */
  parts: Part[];
  readonly open: { readonly patterns: Part[][]; readonly outer: Part[] }[];
}

/** An open brace may stay open, and a closing one outside of braces is text. */
function parse(from: readonly string[], separator: string): readonly Part[] | undefined {
  const root: Part[] = [];
  const reading: Reading = { from, separator, at: 0, parts: root, open: [] };
  while (reading.at < from.length) {
    const character = from[reading.at] ?? '';
    reading.at += 1;
    if (isBrace(character, reading)) continue;
    const part = partAt(character, reading);
    if (part === 'broken') return undefined;
    if (part !== undefined) reading.parts.push(part);
  }
  return root;
}

function isBrace(character: string, reading: Reading): boolean {
  const group = reading.open.at(-1);
  if (character === '{') {
    const first: Part[] = [];
    const patterns = [first];
    reading.parts.push({ kind: 'either', patterns });
    reading.open.push({ patterns, outer: reading.parts });
    reading.parts = first;
    return true;
  }
  if (group === undefined || (character !== ',' && character !== '}')) return false;
  if (character === ',') group.patterns.push((reading.parts = []));
  else {
    reading.open.pop();
    reading.parts = group.outer;
  }
  return true;
}

function partAt(character: string, reading: Reading): Part | 'broken' | undefined {
  if (character === '*') return starIn(reading);
  if (character === '?') return { kind: 'one', accepts: (other) => other !== reading.separator };
  if (character === '[') return rangeIn(reading);
  if (character !== '\\') return { kind: 'one', accepts: (other) => other === character };
  const escaped = reading.from[reading.at];
  reading.at += 1;
  // At the end there is nothing that it could escape.
  return escaped === undefined ? undefined : { kind: 'one', accepts: (other) => other === escaped };
}

function starIn(reading: Reading): Part {
  const passesAll = reading.from[reading.at] === '*';
  if (passesAll) reading.at += 1;
  return { kind: 'any', passes: (character) => passesAll || character !== reading.separator };
}

/** Either one range or a list of characters: `[a-z0-9]` does not compile. */
function rangeIn(reading: Reading): Part | 'broken' {
  const { from } = reading;
  const not = from[reading.at] === '!';
  if (not) reading.at += 1;
  const [low = '', between, high = '', close] = from.slice(reading.at, reading.at + 4);
  if (between === '-') {
    reading.at += 4;
    if (close !== ']' || codeOf(high) < codeOf(low)) return 'broken';
    return one(not, (other) => codeOf(other) >= codeOf(low) && codeOf(other) <= codeOf(high));
  }
  const characters = listIn(reading);
  if (characters === undefined || characters.size === 0) return 'broken';
  return one(not, (other) => characters.has(other));
}

/** Undefined where no bracket closes it. */
function listIn(reading: Reading): ReadonlySet<string> | undefined {
  const characters = new Set<string>();
  while (reading.at < reading.from.length) {
    let character = reading.from[reading.at] ?? '';
    reading.at += 1;
    if (character === ']') return characters;
    if (character === '\\') {
      character = reading.from[reading.at] ?? '';
      reading.at += 1;
    }
    characters.add(character);
  }
  return undefined;
}

function one(not: boolean, accepts: (character: string) => boolean): Part {
  return { kind: 'one', accepts: not ? (character) => !accepts(character) : accepts };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function matches(parts: readonly Part[], text: readonly string[]): boolean {
  return ends(parts, text, new Set([0])).has(text.length);
}

/** All places where a match can end that began at one of `starts`: no way is gone twice, so none takes long. */
function ends(
  parts: readonly Part[],
  text: readonly string[],
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = starts;
  for (const part of parts) {
    if (places.size === 0) return places;
    places = endsOf(part, text, places);
  }
  return places;
}

function endsOf(part: Part, text: readonly string[], starts: ReadonlySet<number>): ReadonlySet<number> {
  if (part.kind === 'either') {
    return new Set(part.patterns.flatMap((pattern) => [...ends(pattern, text, starts)]));
  }
  if (part.kind === 'one') {
    const next = [...starts].filter((start) => start < text.length && part.accepts(text[start] ?? ''));
    return new Set(next.map((start) => start + 1));
  }
  const places = new Set<number>();
  for (let place = 0, isReached = false; place <= text.length; place += 1) {
    isReached = starts.has(place) || (isReached && part.passes(text[place - 1] ?? ''));
    if (isReached) places.add(place);
  }
  return places;
}
