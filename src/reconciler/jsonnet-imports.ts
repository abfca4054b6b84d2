/** Jsonnet files of a tree -> all files that they import, directly or not, and the imports that lead out of the tree. */
import { posix } from 'node:path';

import type { Tree } from '../source/tree.ts';
import { viewOf, type View } from './view.ts';

export interface JsonnetImports {
  /** Of files that are there, those that were asked for included, with the links that lead to them. */
  readonly paths: readonly string[];
  /** What is imported by an absolute path, from above the tree, or from a file that could not be read. */
  readonly outside: readonly string[];
}

/** Larger ones are not looked into. */
const limits = { largest: 4_000_000, total: 100_000_000 };

/** `libraries` are directories of the repository, of which the last one is looked into first. */
export async function jsonnetImports(
  tree: Tree,
  files: readonly string[],
  libraries: readonly string[],
): Promise<JsonnetImports> {
  const view = await viewOf(tree);
  const paths = new Set<string>();
  const read = new Set<string>();
  const outside = new Set<string>();
  let pending = files;
  while (pending.length > 0) {
    const next: string[] = [];
    const found = foundAmong(pending, view);
    for (const path of found.paths) paths.add(path);
    const unread = [...found.files].filter(([, real]) => !read.has(real));
    const contents = await tree.read([...new Set(unread.map(([, real]) => real))], limits);
    for (const [path, real] of unread) {
      read.add(real);
      const text = contents.get(real)?.toString('utf8');
      if (text === undefined) outside.add(path);
      const folders = [posix.dirname(path), ...libraries.toReversed()];
      const led = importsIn(text ?? '').map((name) => leadsTo(name, folders, view));
      next.push(...led.filter(({ kind }) => kind === 'file').map(({ path: to }) => to));
      for (const { path: to } of led.filter(({ kind }) => kind === 'outside')) outside.add(to);
    }
    pending = next;
  }
  return { paths: [...paths].sort(), outside: [...outside].sort() };
}

interface Led {
  readonly kind: 'file' | 'nowhere' | 'outside';
  readonly path: string;
}

/** The first folder that has it counts. */
function leadsTo(name: string, folders: readonly string[], view: View): Led {
  if (posix.isAbsolute(name) || name.includes('\\')) return { kind: 'outside', path: name };
  for (const folder of folders) {
    const path = posix.join(folder, name);
    const { kind } = view.find(path);
    if (kind === 'file' || kind === 'outside') return { kind, path };
  }
  return { kind: 'nowhere', path: name };
}

interface Among {
  readonly paths: readonly string[];
  /** By the path that was asked for, the one free of links. */
  readonly files: ReadonlyMap<string, string>;
}

function foundAmong(asked: readonly string[], view: View): Among {
  const paths: string[] = [];
  const files = new Map<string, string>();
  for (const path of asked) {
    const found = view.find(path);
    if (found.kind !== 'file') continue;
    paths.push(found.path, ...found.links);
    files.set(path, found.path);
  }
  return { paths, files };
}

/**
 * Comments, strings, text blocks and words, each with an end even where the text has none, so that hostile text takes
 * no longer than other text. Jsonnet takes only a literal text as the name of an import.
 */
const token =
  /\/\/[^\n]*|#[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|\|\|\|(?:(?!\n[ \t]*\|\|\|)[^])*(?:\n[ \t]*\|\|\||$)|@"[^"]*(?:""[^"]*)*(?:"|$)|@'[^']*(?:''[^']*)*(?:'|$)|"[^"\\]*(?:\\[^][^"\\]*)*(?:"|$)|'[^'\\]*(?:\\[^][^'\\]*)*(?:'|$)|[A-Za-z_]\w*/g;
const importing: ReadonlySet<string> = new Set(['import', 'importstr', 'importbin']);

/** With their escapes, if they have any. */
function importsIn(text: string): readonly string[] {
  const imports = new Set<string>();
  let before = '';
  for (const [found] of text.matchAll(token)) {
    if (found.startsWith('//') || found.startsWith('/*') || found.startsWith('#')) continue;
    if (importing.has(before)) imports.add(found.replace(/^@?["']/, '').replace(/["']$/, ''));
    before = found;
  }
  return [...imports];
}
