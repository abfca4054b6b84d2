/**
 * A JSON value -> YAML text in which every scalar with a `$` stands as go.yaml.in/yaml/v2 writes it: plain, quoted or as
 * a block, since what a substitution in it comes to depends on that. All else is JSON, which is YAML.
 */
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Json } from '../object/json.ts';

/** Long lines are not folded: a fold is read back as the space that it stands for. */
export function goYamlText(value: Json): string {
  return `${node(value, 0).replace(/^[ \n]/u, '')}\n`;
}

/** What comes behind `key:` or `-`, where its lines are indented so far. */
function node(value: Json, indent: number): string {
  const plain = asJson(value);
  if (!plain.includes('$')) return ` ${plain}`;
  const pad = ' '.repeat(indent);
  if (typeof value === 'string') return ` ${scalar(value, pad)}`;
  if (isJsonArray(value)) return value.map((item) => `\n${pad}-${node(item, indent + 2)}`).join('');
  if (!isJsonObject(value)) return ` ${plain}`;
  return Object.entries(value)
    .map(([key, child]) => `\n${pad}${keyText(key)}:${node(child, indent + 2)}`)
    .join('');
}

/** What YAML takes for a line break or refuses stands escaped. */
function asJson(value: Json): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function keyText(key: string): string {
  if (!key.includes('$')) return asJson(key);
  return key.includes('\n') ? doubleQuoted(key) : flat(key);
}

function scalar(text: string, pad: string): string {
  if (!text.includes('\n')) return flat(text);
  const isBlock = !/ (?:\n|$)/u.test(text) && !unprintable.test(text);
  return isBlock ? literal(text, pad) : doubleQuoted(text);
}

/** Beside these the library escapes what it calls not printable; a tab is among it. */
const unprintable = /[^\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

function flat(text: string): string {
  if (unprintable.test(text)) return doubleQuoted(text);
  return isPlain(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

function isPlain(text: string): boolean {
  if (/^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|$))/u.test(text)) return false;
  return !/^ | $|:(?:[ \t]|$)|[ \t]#/u.test(text);
}

function literal(text: string, pad: string): string {
  const inner = pad === '' ? '  ' : pad;
  const lines = text.split('\n');
  const ending = /\n+$/u.exec(text)?.[0].length ?? 0;
  const hint = /^[ \n]/u.test(text) ? '2' : '';
  const chomp = ending === 0 ? '-' : ending > 1 || text === '\n' ? '+' : '';
  const body = (ending === 0 ? lines : lines.slice(0, -1)).map((line) =>
    line === '' ? '' : `${inner}${line}`,
  );
  return `|${hint}${chomp}\n${body.join('\n')}`;
}

const escapes: Readonly<Record<string, string>> = {
  '\0': '0',
  '\u0007': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\u001b': 'e',
  '"': '"',
  '\\': '\\',
  '\u0085': 'N',
  '\u2028': 'L',
  '\u2029': 'P',
};

function doubleQuoted(text: string): string {
  const escaped = Array.from(text).map((character) => {
    const isSafe = !/["\\\n]/u.test(character) && !unprintable.test(character);
    return isSafe ? character : `\\${escapes[character] ?? numbered(character)}`;
  });
  return `"${escaped.join('')}"`;
}

function numbered(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) return `x${digits.padStart(2, '0')}`;
  return code <= 0xffff ? `u${digits.padStart(4, '0')}` : `U${digits.padStart(8, '0')}`;
}
