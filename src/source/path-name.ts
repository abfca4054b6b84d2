/** A path as Git stores it, in bytes -> a path that may be used, or why it must not be. */
import { isUtf8 } from 'node:buffer';

import type { RefusedEntry } from './tree.ts';

export type PathName =
  | { readonly kind: 'path'; readonly path: string }
  | ({ readonly kind: 'refused' } & RefusedEntry);

export function pathName(bytes: Buffer): PathName {
  if (!isUtf8(bytes)) return { kind: 'refused', shown: shownPath(bytes), why: 'name is not UTF-8' };
  const path = bytes.toString('utf8');
  if (path.split('/').some(leaves)) {
    return { kind: 'refused', shown: path, why: 'name could leave the tree' };
  }
  return { kind: 'path', path };
}

/** For a sentence: every byte is there, but it names no file. */
export function shownPath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  return bytes.toString('latin1').replaceAll(/[^ -~]/gu, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

/**
 * Git refuses these in an index, but a tree object made by hand can hold them. `.git` counts in every spelling that a
 * file system takes for it (gitformat-index, `core.protectHFS`, `core.protectNTFS`).
 */
function leaves(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return true;
  const plain = name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '').toLowerCase();
  return /^(?:\.git|git~1)[. ]*(?::|$)/u.test(plain);
}
