/** Patterns of projects and settings, as the libraries of Argo CD read them -> whether they match a text. */
import { compileGlob } from '../../gobwas-glob.ts';
import { goPath } from '../application-set/glob.ts';

/** github.com/gobwas/glob without separators. */
export function matchesText(pattern: string, text: string): boolean {
  return pattern === '*' || (compileGlob(pattern)?.matches(text) ?? false);
}

/** Go's filepath.Match, for groups and kinds. */
export function matchesName(pattern: string, text: string): boolean {
  return goPath(pattern)?.(text) ?? false;
}

/** As `sourceNamespaces` and `application.namespaces` are read: between slashes stands a regular expression. */
export function matchesListed(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const inside = /^\/(.+)\/$/u.exec(pattern)?.[1];
    return (inside !== undefined && matchesExpression(inside, text)) || matchesText(pattern, text);
  });
}

/** Namespaces are short, and so are expressions for them: a longer one is nobody's. */
function matchesExpression(source: string, text: string): boolean {
  if (source.length > 200 || text.length > 63) return false;
  try {
    return new RegExp(source, 'u').test(text);
  } catch {
    return false;
  }
}

/** github.com/gobwas/glob with `/` as separator, which only `**` passes; in time of the product of the lengths. */
export function matchesUrl(pattern: string, url: string): boolean {
  if (pattern === '*') return true;
  return withoutBraces(pattern).some((each) => matchesTokens(each.match(tokens) ?? [], Array.from(url)));
}

const tokens = /\*\*+|\*|\?|\[[^\]]+\]|\\[\s\S]|[\s\S]/gu;
const mostAlternatives = 64;

function withoutBraces(pattern: string): readonly string[] {
  let patterns = [pattern.slice(0, 1000)];
  for (;;) {
    const next = patterns.flatMap((each) => {
      const group = /\{(?<inside>[^{}]*)\}/u.exec(each);
      if (group === null) return [each];
      const after = each.slice(group.index + group[0].length);
      const choices = (group.groups?.['inside'] ?? '').split(',');
      return choices.map((choice) => `${each.slice(0, group.index)}${choice}${after}`);
    });
    if (next.length === patterns.length && next.every((each, index) => each === patterns[index]))
      return patterns;
    if (next.length > mostAlternatives) return [];
    patterns = next;
  }
}

/** Which prefixes of the text the pattern so far can have matched. */
function matchesTokens(pattern: readonly string[], text: readonly string[]): boolean {
  let reached: readonly boolean[] = Array.from({ length: text.length + 1 }, (_, index) => index === 0);
  for (const token of pattern) {
    const next: boolean[] = [];
    for (let end = 0; end <= text.length; end += 1) next.push(isReached(token, { reached, next, end, text }));
    reached = next;
  }
  return reached[text.length] === true;
}

interface Step {
  readonly reached: readonly boolean[];
  readonly next: readonly boolean[];
  readonly end: number;
  readonly text: readonly string[];
}

function isReached(token: string, { reached, next, end, text }: Step): boolean {
  const last = end === 0 ? undefined : text[end - 1];
  if (token.startsWith('*')) {
    const passes = last !== undefined && (token.length > 1 || last !== '/');
    return reached[end] === true || (passes && next[end - 1] === true);
  }
  return last !== undefined && reached[end - 1] === true && takes(token, last);
}

function takes(token: string, character: string): boolean {
  if (token === '?') return character !== '/';
  if (token.length === 2 && token.startsWith('\\')) return token[1] === character;
  if (token.length < 3) return token === character;
  const inside = token.slice(1, -1);
  const negated = inside.startsWith('!');
  return isOneOf(negated ? inside.slice(1) : inside, character) !== negated;
}

function isOneOf(members: string, character: string): boolean {
  const range = /^(?<from>[\s\S])-(?<to>[\s\S])$/u.exec(members)?.groups;
  if (range === undefined) return members.includes(character);
  return character >= (range['from'] ?? '') && character <= (range['to'] ?? '');
}
