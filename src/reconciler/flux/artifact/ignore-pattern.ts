/** One line of ignore rules, as Flux reads it (fluxcd/pkg/sourceignore) -> what it says of a path; not quite what Git would say. */
import { goPath } from '../../path-glob.ts';

export type Ruling = 'exclude' | 'include' | 'none';

/** `parts`: of a path from the root of the source. */
export type IgnorePattern = (parts: readonly string[], isDirectory: boolean) => Ruling;

type Matches = (name: string) => boolean;

/** One part of a pattern: it is looked for from here on, or has to be right here. */
interface Step {
  readonly anywhere: boolean;
  readonly matches: Matches;
}

/** `domain`: the directory of the file that has the line, in parts. */
export function ignorePattern(line: string, domain: readonly string[]): IgnorePattern {
  const includes = line.startsWith('!');
  const written = includes ? line.slice(1) : line;
  const trimmed = written.endsWith('\\ ') ? written : written.replace(/ +$/u, '');
  const directoryOnly = trimmed.endsWith('/');
  const text = directoryOnly ? trimmed.slice(0, -1) : trimmed;
  const reachOf = text.includes('/') ? pathReach(stepsOf(text)) : nameReach(nameMatches(text));
  return (path, isDirectory) => {
    if (path.length <= domain.length || domain.some((part, index) => part !== path[index])) return 'none';
    const below = path.slice(domain.length);
    const reach = reachOf(below);
    if (reach === undefined || (directoryOnly && !isDirectory && reach >= below.length)) return 'none';
    return includes ? 'include' : 'exclude';
  };
}

/** How many parts of a path a pattern takes; what lies below them is meant too. Undefined where it does not match. */
type Reach = (path: readonly string[]) => number | undefined;

/** A pattern without a slash: any part of the path may have the name. */
function nameReach(matches: Matches): Reach {
  return (path) => {
    const found = path.findIndex(matches);
    return found < 0 ? undefined : found + 1;
  };
}

function pathReach(steps: readonly Step[]): Reach {
  return (path) => {
    let at = 0;
    let matched = false;
    for (const { anywhere, matches } of steps) {
      if (at >= path.length) return undefined;
      const end = anywhere ? path.length : at + 1;
      const found = path.slice(at, end).findIndex(matches);
      matched = found >= 0;
      if (!matched && !anywhere) return undefined;
      at = matched ? at + found + 1 : path.length;
    }
    return matched ? at : undefined;
  };
}

function stepsOf(text: string): readonly Step[] {
  const steps: Step[] = [];
  const parts = text.split('/');
  let anywhere = false;
  for (const [index, part] of parts.entries()) {
    if (part === '**' && index === parts.length - 1) break;
    if (part !== '' && part !== '**') steps.push({ anywhere, matches: partMatches(part) });
    anywhere = part === '**';
  }
  return steps;
}

function partMatches(part: string): Matches {
  return part.includes('**') ? () => false : nameMatches(part);
}

function nameMatches(text: string): Matches {
  return goPath(text) ?? (() => false);
}
