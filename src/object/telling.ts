/** A value in a secret place -> whether it can be looked for in other texts too, without hiding half of what they say. */
import { isNoSecret } from './secret-key.ts';

const shortest = 6;
/** Longer words are passphrases. */
const longestWord = 24;

/** `kubernetes`, `shop-db`, `db-creds-1`: a password like this is hidden in its place only. */
const word = /^[A-Za-z]+(?:[-._ /:][A-Za-z]+)*(?:[-._]\d{1,3})?$/;
/** Where a secret is, and not what it is. */
const location = /^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:\/\/[^\s@]*$)/i;

export function isTelling(value: string): boolean {
  if (value.length < shortest || isNoSecret(value) || location.test(value)) return false;
  return value.length > longestWord || !word.test(value);
}

/** Of a text of several lines, those that are one token with a digit: the others are a file's everyday words. */
export function tellingLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= 12 && !/\s/.test(line) && /\d/.test(line) && isTelling(line));
}
