/** A glob of Argo CD's settings and a text -> whether it matches, as github.com/gobwas/glob does without separators. */

/** A pattern that does not parse matches nothing. Takes time of at most the product of the two lengths. */
export function matchesGlob(pattern: string, text: string): boolean {
  const alternatives = parsed(pattern);
  return alternatives?.some((tokens) => matches(tokens, Array.from(text))) ?? false;
}

type Token = '*' | ((character: string) => boolean);
type Alternative = readonly Token[];

/** More alternatives than this are no pattern that a person wrote. */
const mostAlternatives = 1000;

function parsed(pattern: string): readonly Alternative[] | undefined {
  const characters = Array.from(pattern);
  const read = sequence(characters, 0, false);
  return read === undefined || read.end < characters.length ? undefined : read.alternatives;
}

interface Read {
  readonly alternatives: readonly Alternative[];
  readonly end: number;
}

/** Up to the end, or inside of braces to the comma or brace that ends it. */
function sequence(pattern: readonly string[], start: number, isInBraces: boolean): Read | undefined {
  let alternatives: readonly Alternative[] = [[]];
  let index = start;
  while (index < pattern.length) {
    const character = pattern[index] ?? '';
    if (isInBraces && (character === ',' || character === '}')) break;
    const next: Read | undefined = character === '{' ? braces(pattern, index) : single(pattern, index);
    if (next === undefined) return undefined;
    alternatives = alternatives.flatMap((before) => next.alternatives.map((after) => [...before, ...after]));
    if (alternatives.length > mostAlternatives) return undefined;
    index = next.end;
  }
  return { alternatives, end: index };
}

function braces(pattern: readonly string[], start: number): Read | undefined {
  const alternatives: Alternative[] = [];
  let index = start;
  do {
    const read = sequence(pattern, index + 1, true);
    if (read === undefined || read.end >= pattern.length) return undefined;
    alternatives.push(...read.alternatives);
    index = read.end;
  } while (pattern[index] === ',');
  return { alternatives, end: index + 1 };
}

function single(pattern: readonly string[], index: number): Read | undefined {
  const character = pattern[index] ?? '';
  if (character === '*') return { alternatives: [['*']], end: index + 1 };
  if (character === '?') return { alternatives: [[(): boolean => true]], end: index + 1 };
  if (character === '[') return characterClass(pattern, index);
  const isEscaped = character === '\\';
  const literal = isEscaped ? pattern[index + 1] : character;
  if (literal === undefined) return undefined;
  return { alternatives: [[(one): boolean => one === literal]], end: index + (isEscaped ? 2 : 1) };
}

/** One range, or a list of characters; `!` negates. */
function characterClass(pattern: readonly string[], start: number): Read | undefined {
  const isNegated = pattern[start + 1] === '!';
  const from = start + (isNegated ? 2 : 1);
  const end = pattern.indexOf(']', from);
  if (end <= from) return undefined;
  const [low = '', dash, high = ''] = pattern.slice(from, end);
  const isRange = end - from === 3 && dash === '-';
  const listed = new Set(pattern.slice(from, end));
  const has = (one: string): boolean => (isRange ? low <= one && one <= high : listed.has(one));
  return { alternatives: [[(one): boolean => has(one) !== isNegated]], end: end + 1 };
}

function matches(tokens: Alternative, text: readonly string[]): boolean {
  let at = 0;
  let index = 0;
  let star: { readonly next: number; until: number } | undefined;
  while (index < text.length) {
    const token = tokens[at];
    if (token === '*') {
      star = { next: at + 1, until: index };
      at += 1;
    } else if (token?.(text[index] ?? '') === true) {
      at += 1;
      index += 1;
    } else {
      if (star === undefined) return false;
      star.until += 1;
      index = star.until;
      at = star.next;
    }
  }
  return tokens.slice(at).every((token) => token === '*');
}
