/** A text with `${…}` -> its parts, as github.com/fluxcd/pkg/envsubst reads them, quirks and all. */

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** Such as `:-`, `^^`, `/`; empty for the value as it is. */
      readonly operator: string;
      readonly args: readonly Part[];
    };

/** Its words are the library's. */
export class SubstitutionError extends Error {}

/** Nobody writes defaults of defaults deeper than this. */
const deepest = 100;

const bad = (): SubstitutionError => new SubstitutionError('bad substitution');
const badParameter = (): SubstitutionError =>
  new SubstitutionError('unable to parse substitution within function');

/** Throws SubstitutionError. */
export function parseTemplate(text: string): readonly Part[] {
  const reader = { text, at: 0, depth: 0 };
  const parts: Part[] = [];
  let plain = '';
  while (reader.at < text.length) {
    const next = text.indexOf('$', reader.at);
    plain += text.slice(reader.at, next < 0 ? text.length : next);
    if (next < 0) break;
    reader.at = next + 1;
    if (text[reader.at] === '{') {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      reader.at += 1;
      parts.push(variable(reader));
    } else {
      plain += '$';
      // Two of them are one.
      if (text[reader.at] === '$') reader.at += 1;
    }
  }
  return plain === '' ? parts : [...parts, { kind: 'text', text: plain }];
}

interface Reader {
  readonly text: string;
  at: number;
  depth: number;
}

/** From behind `${` to behind its `}`. */
function variable(reader: Reader): Part {
  reader.depth += 1;
  if (reader.depth > deepest) throw new SubstitutionError('nested too deeply');
  const part = reader.text[reader.at] === '#' ? lengthOf(reader) : named(reader);
  reader.depth -= 1;
  return part;
}

function lengthOf(reader: Reader): Part {
  reader.at += 1;
  const name = take(reader, /[\p{L}\p{Nd}_]*/uy);
  if (name === '') throw bad();
  return closed(reader, { kind: 'variable', name, operator: '#', args: [] });
}

function named(reader: Reader): Part {
  const name = take(reader, /[\p{L}\p{Nd}_]*/uy);
  if (name === '') throw new SubstitutionError('unable to parse variable name');
  if (/^:(?![=?+-])/u.test(reader.text.slice(reader.at, reader.at + 2))) return partOfValue(reader, name);
  const operator = take(reader, /[,^]{1,2}|#{1,2}|%{1,2}|\/[/#%]?|:[=?+-]|=|\}/uy);
  if (operator === '') throw new SubstitutionError('missing closing brace');
  if (operator === '}') return { kind: 'variable', name, operator: '', args: [] };
  if (operator.startsWith('/')) return replacing(reader, name, operator);
  if (/^[,^]/u.test(operator)) return closed(reader, { kind: 'variable', name, operator, args: [] });
  if (!/^[#%]/u.test(operator)) return withDefault(reader, name, operator);
  return closed(reader, { kind: 'variable', name, operator, args: [parameter(reader, plainUntil('}'))] });
}

function withDefault(reader: Reader, name: string, operator: string): Part {
  const args: Part[] = [];
  while (reader.text[reader.at] !== '}') args.push(parameter(reader, plainUntil('}')));
  return closed(reader, { kind: 'variable', name, operator, args });
}

/** `${name:from}`, `${name:from:length}` */
function partOfValue(reader: Reader, name: string): Part {
  // The library goes back by the width of what follows the colon.
  if (
    reader.at + 1 >= reader.text.length ||
    /^:[^\0-\x7f]/u.test(reader.text.slice(reader.at, reader.at + 3))
  )
    throw bad();
  reader.at += 1;
  const from = parameter(reader, plainUntil(':}'));
  if (reader.text[reader.at] === '}') {
    return closed(reader, { kind: 'variable', name, operator: ':', args: [from] });
  }
  if (take(reader, /:*/uy) === '') throw bad();
  const length = parameter(reader, plainUntil('}'));
  return closed(reader, { kind: 'variable', name, operator: ':', args: [from, length] });
}

/** `${name/from/to}`; what is looked for ends only at a slash, even behind a brace. */
function replacing(reader: Reader, name: string, operator: string): Part {
  const from = parameter(reader, escapedUntil('/'));
  if (take(reader, /\/*/uy) === '') throw bad();
  const args = reader.text[reader.at] === '}' ? [from] : [from, parameter(reader, escapedUntil('}'))];
  return closed(reader, { kind: 'variable', name, operator, args });
}

function closed(reader: Reader, part: Part): Part {
  if (reader.text[reader.at] !== '}') throw bad();
  reader.at += 1;
  return part;
}

/** One nested variable, or text up to the next one or to an end. */
type Plain = (reader: Reader) => string;

function parameter(reader: Reader, plain: Plain): Part {
  if (reader.text.startsWith('${', reader.at)) {
    reader.at += 2;
    return variable(reader);
  }
  const before = reader.at;
  const text = plain(reader);
  if (reader.at === before) throw badParameter();
  return { kind: 'text', text };
}

function plainUntil(ends: string): Plain {
  return (reader) => {
    const start = reader.at;
    while (reader.at < reader.text.length && !isEnd(reader, ends)) reader.at += 1;
    return reader.text.slice(start, reader.at);
  };
}

/** A backslash before a slash or another one is left out, and of two dollar signs one. */
function escapedUntil(ends: string): Plain {
  return (reader) => {
    let text = '';
    while (reader.at < reader.text.length && !reader.text.startsWith('${', reader.at)) {
      const isEscaped = /^(?:\\[/\\]|\$\$)/u.test(reader.text.slice(reader.at, reader.at + 2));
      if (!isEscaped && isEnd(reader, ends)) break;
      text += reader.text[reader.at + (isEscaped ? 1 : 0)] ?? '';
      reader.at += isEscaped ? 2 : 1;
    }
    return text;
  };
}

function isEnd({ text, at }: Reader, ends: string): boolean {
  return ends.includes(text[at] ?? '') || text.startsWith('${', at);
}

/** `pattern` is sticky. */
function take(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}
