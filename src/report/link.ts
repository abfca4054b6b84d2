/** A place in the source -> `file:line`, as a link where the repository's address is known. */
import type { ShownPlace } from '../object/place.ts';
import { clip, code, linkTo } from './escape.ts';
import type { Markdown } from './escape.ts';

export interface Links {
  /** Address of the repository on GitHub, without a slash at its end. */
  readonly repository: string;
  /** The commit at which files are shown. */
  readonly commit: string;
}

const longestPath = 200;

export function placeLink({ file, line }: ShownPlace, links: Links | undefined): Markdown {
  const text = code(`${clip(file, longestPath)}:${line}`);
  if (links === undefined || file.length > longestPath) return text;
  return linkTo(text, {
    site: links.repository,
    path: ['blob', links.commit, ...file.split('/')],
    anchor: `L${line}`,
  });
}
