/** JSON text -> plain values; an integer that a double cannot hold becomes the string of its digits, never another number. */
import type { Json } from '../object/json.ts';

/** Sixteen digits or more outside of quotes; a match inside a string only costs time. */
const longNumber = /[:[,]\s*-?\d{16}/;

/** Throws SyntaxError. */
export function parseExactJson(text: string): Json {
  if (!longNumber.test(text)) return parse(text);
  return parse(text, (value, source) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return /^-?\d+$/.test(source) ? source : value;
  });
}

type Revive = (value: unknown, source: string) => unknown;

function parse(text: string, revive?: Revive): Json {
  const parsed: unknown =
    revive === undefined
      ? JSON.parse(text)
      : JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
          revive(value, context?.source ?? ''),
        );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON.parse makes nothing else
  return parsed as Json;
}
