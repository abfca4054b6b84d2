/** Fingerprints of one review -> the short words by which people name them. */
import { createHash } from 'node:crypto';

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aiou';

/** Five letters that can be spoken, for 16 bits. */
function syllables(bits: number): string {
  const consonant = (shift: number): string => consonants[(bits >> shift) & 15] ?? '';
  const vowel = (shift: number): string => vowels[(bits >> shift) & 3] ?? '';
  return `${consonant(12)}${vowel(10)}${consonant(6)}${vowel(4)}${consonant(0)}`;
}

/** Hashed once more, so that the word depends on all of the fingerprint. */
function wordOf(fingerprint: string, parts: number): string {
  const digest = createHash('sha256').update(fingerprint).digest();
  return Array.from({ length: parts }, (_, index) => syllables(digest.readUInt16BE(index * 2))).join('-');
}

const shortest = 2;
const longest = 16;

/** Such as `lusab-gutom`, by fingerprint; longer where two of one review would be the same. */
export function approvalWords(fingerprints: readonly string[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  let open: readonly string[] = [...new Set(fingerprints)];
  for (let parts = shortest; open.length > 0 && parts <= longest; parts += 1) {
    const alike = [...Map.groupBy(open, (fingerprint) => wordOf(fingerprint, parts))];
    open = alike.flatMap(([word, sharing]) => {
      const [only, ...others] = sharing;
      if (only === undefined || (others.length > 0 && parts < longest)) return sharing;
      words.set(only, word);
      return others;
    });
  }
  return words;
}
