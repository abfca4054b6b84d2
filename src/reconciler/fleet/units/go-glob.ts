/** A pattern of Go's `path/filepath` -> whether it matches a whole text; undefined for one that is malformed. */

/** `*` and `?` stop at slashes. */
export function goGlob(pattern: string): ((text: string) => boolean) | undefined {
  let source = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '[') {
      const end = classEnd(pattern, index + 1);
      if (end === undefined) return undefined;
      source += classOf(pattern.slice(index + 1, end));
      index = end;
    } else if (character === '\\') {
      index += 1;
      if (index === pattern.length) return undefined;
      source += literal(pattern.charAt(index));
    } else source += plain(character);
  }
  const expression = compiled(`^${source}$`);
  return expression === undefined ? undefined : (text) => expression.test(text);
}

export function hasMeta(pattern: string): boolean {
  return /[*?[\\]/u.test(pattern);
}

function plain(character: string): string {
  if (character === '*') return '[^/]*';
  return character === '?' ? '[^/]' : literal(character);
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/u, String.raw`\$&`);
}

function classEnd(pattern: string, start: number): number | undefined {
  for (let index = pattern.charAt(start) === '^' ? start + 1 : start; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '\\') index += 1;
    else if (character === ']' && index > start) return index;
  }
  return undefined;
}

function classOf(inside: string): string {
  const negated = inside.startsWith('^');
  const members = (negated ? inside.slice(1) : inside).replaceAll(
    /\\(.)|([[\]^&])/gu,
    (_, escaped: string, bare: string) => `\\${escaped || bare}`,
  );
  return negated ? `(?!/)[^${members}]` : `(?!/)[${members}]`;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 's');
  } catch {
    return undefined;
  }
}
