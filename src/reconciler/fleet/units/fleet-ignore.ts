/** The `.fleetignore` files of a bundle's directory -> which of its paths are left out (internal/bundlereader). */
import { posix } from 'node:path';
import { goGlob } from './go-glob.ts';

interface Node {
  readonly path: string;
  readonly patterns: string[];
  readonly children: Node[];
}

export interface Ignored {
  /** To be asked before the directory's own file is added. Undefined where a pattern is malformed: Fleet ends then. */
  leavesOut(path: string, isDirectory: boolean): boolean | undefined;
  add(directory: string, content: string): void;
}

/** Paths are relative to the bundle's directory; its own is empty. */
export function ignoring(): Ignored {
  const root: Node = { path: '', patterns: [], children: [] };
  return {
    leavesOut: (path, isDirectory) => {
      for (const pattern of wayTo(root, path).flatMap(({ patterns }) => patterns)) {
        const matches = matching(pattern, path, isDirectory);
        if (matches !== false) return matches;
      }
      return false;
    },
    add: (directory, content) => {
      const patterns = patternsIn(content);
      if (patterns.length === 0) return;
      const way = wayTo(root, directory);
      const last = way.at(-1) ?? root;
      if (last.path === directory) last.patterns.push(...patterns);
      else last.children.push({ path: directory, patterns: [...patterns], children: [] });
    },
  };
}

function matching(pattern: string, path: string, isDirectory: boolean): boolean | undefined {
  const name = posix.basename(path);
  if (/^.+\/\*/u.test(pattern)) return isDirectory && pattern.replace(/\/\*$/u, '') === name;
  const matches = goGlob(pattern);
  return matches === undefined ? undefined : matches(name);
}

/** By the beginning of the text, as there: `app` also leads to what is in `apps`. */
function wayTo(node: Node, path: string): readonly Node[] {
  const next = node.children.find((child) => path.startsWith(child.path));
  return next === undefined || path === node.path ? [node] : [node, ...wayTo(next, path)];
}

function patternsIn(content: string): readonly string[] {
  return content
    .split(/\r?\n/u)
    .map(withoutEnd)
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** A space at the end counts only behind a backslash. */
function withoutEnd(line: string): string {
  const trimmed = line.trimEnd();
  return trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed;
}
