/** Characters that hide, reorder or control text -> signs that a reader can see. */

/**
 * C0 and C1 controls (not tab and newline), soft hyphen, zero-width and bidirectional controls,
 * variation selectors of the tag block, and line separators: all can make text read as something else.
 */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** A carriage return becomes `␍`, a right-to-left override `[U+202E]`; a lone surrogate the replacement character. */
export function visible(text: string): string {
  return text.toWellFormed().replaceAll(unseen, sign);
}
