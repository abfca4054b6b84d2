/** Characters that hide, reorder or control text -> signs that a reader can see. */

/**
 * Controls (not tab and newline), line separators, and what is not drawn: zero-width and bidirectional
 * controls, fillers, tags, selectors (not that of emoji). All can make text read as something else.
 */
const unseen = /(?!\t|\n|\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/gu;

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** A carriage return becomes `␍`, a right-to-left override `[U+202E]`; a lone surrogate the replacement character. */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll(unseen, sign);
}
