/** A place in the source -> `file:line`, as a link where head has it and the repository's address is known. */
import type { ShownPlace } from '../object/place.ts';
import { clip, code, gfm, linkTo } from './escape.ts';
import type { Markdown } from './escape.ts';

export interface Links {
  /** Address of the repository on GitHub, without a slash at its end. */
  readonly repository: string;
  /** The commit at which files are shown. */
  readonly commit: string;
}

const longestPath = 200;

export function placeLink({ file, line, side }: ShownPlace, links: Links | undefined): Markdown {
  const text = code(`${clip(file, longestPath)}:${line}`);
  if (side === 'base') return gfm`${text} at base`;
  if (links === undefined || file.length > longestPath) return text;
  return linkTo(text, {
    site: links.repository,
    path: ['blob', links.commit, ...file.split('/')],
    anchor: `L${line}`,
  });
}
