/** A pattern of Go's `path/filepath` -> whether it matches a whole text; undefined for one that is malformed. */

/** One character that it matches, or any number of them. */
type Token = 'star' | ((character: string) => boolean);

/** `*`, `?` and classes stop at slashes. Takes time by the product of both lengths at most: patterns are hostile. */
export function goGlob(pattern: string): ((text: string) => boolean) | undefined {
  const tokens = tokensOf(Array.from(pattern));
  return tokens === undefined ? undefined : (text) => matches(tokens, Array.from(text));
}

export function hasMeta(pattern: string): boolean {
  return /[*?[\\]/u.test(pattern);
}

function tokensOf(pattern: readonly string[]): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? '';
    if (character === '*') tokens.push('star');
    else if (character === '?') tokens.push((each) => each !== '/');
    else if (character === '[') {
      const found = classAt(pattern, index + 1);
      if (found === undefined) return undefined;
      tokens.push(found.token);
      index = found.end;
    } else if (character === '\\') {
      index += 1;
      const escaped = pattern[index];
      if (escaped === undefined) return undefined;
      tokens.push((each) => each === escaped);
    } else tokens.push((each) => each === character);
  }
  return tokens;
}

/** `end`: where its bracket closes. */
function classAt(
  pattern: readonly string[],
  start: number,
): { readonly token: Token; readonly end: number } | undefined {
  const isNegated = pattern[start] === '^';
  const ranges: (readonly [string, string])[] = [];
  let index = isNegated ? start + 1 : start;
  while (pattern[index] !== ']' || ranges.length === 0) {
    const low = memberAt(pattern, index);
    if (low === undefined) return undefined;
    const high = pattern[low.next] === '-' ? memberAt(pattern, low.next + 1) : low;
    if (high === undefined) return undefined;
    ranges.push([low.character, high.character]);
    index = high.next;
  }
  const holds = (each: string): boolean => ranges.some(([low, high]) => low <= each && each <= high);
  return { token: (each) => each !== '/' && holds(each) !== isNegated, end: index };
}

function memberAt(
  pattern: readonly string[],
  index: number,
): { readonly character: string; readonly next: number } | undefined {
  const isEscaped = pattern[index] === '\\';
  const character = pattern[isEscaped ? index + 1 : index];
  const isBare = !isEscaped && (character === '-' || character === ']');
  return character === undefined || isBare ? undefined : { character, next: index + (isEscaped ? 2 : 1) };
}

/** Only the last star is ever taken back. */
function matches(tokens: readonly Token[], text: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star: { readonly token: number; readonly at: number } | undefined;
  while (at < text.length) {
    const here = tokens[token];
    if (here === 'star') {
      star = { token, at };
      token += 1;
    } else if (here?.(text[at] ?? '') === true) {
      token += 1;
      at += 1;
    } else {
      if (star === undefined || text[star.at] === '/') return false;
      star = { token: star.token, at: star.at + 1 };
      token = star.token + 1;
      at = star.at;
    }
  }
  return tokens.slice(token).every((each) => each === 'star');
}
