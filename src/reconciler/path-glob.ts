/** A pattern of one of four dialects and a path -> whether it matches; in time of at most the product of their lengths. */

/** A path to look for, or to leave out whatever else finds it. */
export interface Pattern {
  readonly path: string;
  readonly exclude: boolean;
}

/** One place of a pattern: what it takes, once, or any number of times. */
type Token =
  | { readonly kind: 'one'; readonly takes: (character: string) => boolean }
  | { readonly kind: 'many'; readonly takes: (character: string) => boolean };

interface Dialect {
  /** Whether `*`, `?` and classes stop at a slash. */
  readonly slashStops: boolean;
  /** What negates a class beside `^`. */
  readonly alsoNegates: string;
}

const go: Dialect = { slashStops: true, alsoNegates: '' };
const git: Dialect = { slashStops: false, alsoNegates: '!' };
const envsubst: Dialect = { slashStops: false, alsoNegates: '' };
const doublestar: Dialect = { slashStops: true, alsoNegates: '!' };

/** Whether a path is meant. Made once for many paths. */
export type Matcher = (path: string) => boolean;

/** Go's `path.Match`; undefined for a pattern that is none. */
export function goPath(pattern: string): Matcher | undefined {
  return matcherOf(pattern, go);
}

/** What `${name#pattern}` trims, in github.com/fluxcd/pkg/envsubst: slashes are like any character. */
export function envsubstPattern(pattern: string): Matcher | undefined {
  return matcherOf(pattern, envsubst);
}

/** A pathspec of Git without magic, of a file: a directory stands for all below it, and `*` takes slashes too. */
export function pathspec(given: string): Matcher {
  const clean = given.replace(/^(\.\/+)+/, '').replaceAll(/\/{2,}/g, '/');
  if (clean === '' || clean === '.') return () => true;
  const below = clean.endsWith('/') ? clean : `${clean}/`;
  const wild = /[*?[\\]/.test(clean) ? matcherOf(clean, git) : undefined;
  return (path) => path === clean || path.startsWith(below) || wild?.(path) === true;
}

/** The doublestar library: `**` as a whole part stands for any number of parts; undefined for a pattern that is none. */
export function doublestarPath(pattern: string): Matcher | undefined {
  if (pattern.length > longest) return undefined;
  const alternatives: (readonly Part[])[] = [];
  for (const alternative of braces(pattern) ?? [undefined]) {
    const parts = alternative === undefined ? undefined : partsOf(alternative);
    if (parts === undefined) return undefined;
    alternatives.push(parts);
  }
  return (path) => alternatives.some((parts) => matchesParts(parts, path.split('/')));
}

type Part = '**' | Matcher;

function partsOf(pattern: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (const text of pattern.split('/')) {
    const part = text === '**' ? text : matcherOf(text, doublestar);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts;
}

function matchesParts(pattern: readonly Part[], path: readonly string[]): boolean {
  // Which positions of the path can be behind the pattern's parts so far.
  let reach = [0];
  for (const part of pattern) {
    const next =
      part === '**'
        ? path
            .map((_part, index) => index)
            .concat(path.length)
            .filter((to) => to >= Math.min(...reach))
        : reach.filter((from) => from < path.length && part(path[from] ?? '')).map((from) => from + 1);
    if (next.length === 0) return false;
    reach = next;
  }
  return reach.includes(path.length);
}

/** Nobody writes a longer one; the time for a match grows with its length. */
const longest = 1000;

function matcherOf(pattern: string, dialect: Dialect): Matcher | undefined {
  if (pattern.length > longest) return undefined;
  const tokens = tokensOf(pattern, dialect);
  if (tokens === undefined) return undefined;
  const [start = ''] = /^[^*?[\\]*/.exec(pattern) ?? [];
  return (path) => path.startsWith(start) && matchesTokens(tokens, path);
}

/** More alternatives than this are no pattern that a person wrote. */
const mostAlternatives = 200;

function braces(pattern: string): readonly string[] | undefined {
  let open = [pattern];
  for (;;) {
    const index = open.findIndex((one) => /\{[^{}]*\}/.test(one));
    if (index < 0) return open.some((one) => /[{}]/.test(one)) ? undefined : open;
    const one = open[index] ?? '';
    const [whole = '', inside = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
    const variants = inside.split(',').map((variant) => one.replace(whole, () => variant));
    open = [...open.slice(0, index), ...variants, ...open.slice(index + 1)];
    if (open.length > mostAlternatives) return undefined;
  }
}

function tokensOf(pattern: string, dialect: Dialect): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const any = (character: string): boolean => !dialect.slashStops || character !== '/';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? '';
    if (character === '*') tokens.push({ kind: 'many', takes: any });
    else if (character === '?') tokens.push({ kind: 'one', takes: any });
    else if (character === '[') {
      const end = classOf(pattern, index, dialect);
      if (end === undefined) return undefined;
      tokens.push({ kind: 'one', takes: (one) => any(one) && end.takes(one) });
      index = end.last;
    } else {
      const literal = character === '\\' ? pattern[(index += 1)] : character;
      if (literal === undefined) return undefined;
      tokens.push({ kind: 'one', takes: (one) => one === literal });
    }
  }
  return tokens;
}

interface Class {
  readonly last: number;
  readonly takes: (character: string) => boolean;
}

function classOf(pattern: string, start: number, dialect: Dialect): Class | undefined {
  const sign = pattern[start + 1];
  const negated = sign === '^' || (sign !== undefined && sign === dialect.alsoNegates);
  const ranges: (readonly [string, string])[] = [];
  let at = start + (negated ? 2 : 1);
  while (pattern[at] !== ']' || ranges.length === 0) {
    const from = literalAt(pattern, at);
    const isRange = pattern[from.next] === '-' && pattern[from.next + 1] !== ']';
    const to = isRange ? literalAt(pattern, from.next + 1) : from;
    if (from.character === undefined || to.character === undefined) return undefined;
    ranges.push([from.character, to.character]);
    at = to.next;
  }
  const takes = (one: string): boolean => ranges.some(([from, to]) => from <= one && one <= to) !== negated;
  return { last: at, takes };
}

function literalAt(
  pattern: string,
  at: number,
): { readonly character: string | undefined; readonly next: number } {
  const here = pattern[at] === '\\' ? at + 1 : at;
  return { character: pattern[here], next: here + 1 };
}

/** Goes back only to the last star: an earlier one can do nothing that the last cannot. */
function matchesTokens(tokens: readonly Token[], text: string): boolean {
  let at = 0;
  let star: { readonly token: Token; readonly next: number; until: number } | undefined;
  for (let index = 0; index < text.length;) {
    const token = tokens[at];
    const character = text[index] ?? '';
    if (token?.kind === 'many') {
      star = { token, next: at + 1, until: index };
      at += 1;
    } else if (token?.takes(character) === true) {
      at += 1;
      index += 1;
    } else {
      if (star === undefined || !star.token.takes(text[star.until] ?? '')) return false;
      star.until += 1;
      index = star.until;
      at = star.next;
    }
  }
  return tokens.slice(at).every(({ kind }) => kind === 'many');
}
