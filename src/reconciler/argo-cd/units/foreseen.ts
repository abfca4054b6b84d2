/** The names in a tree -> the files that looking for Applications will read. */
import type { Tree } from '../../../source/tree.ts';
import { mayMention } from '../../mentions.ts';

export function foreseen({ entries }: Tree): readonly string[] {
  return [...entries.values()].flatMap(({ path, kind }) =>
    (kind === 'file' || kind === 'executable') && mayMention(path) ? [path] : [],
  );
}
