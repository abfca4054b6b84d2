/** The sources on disk -> what each imports. */
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the root for a relative import; undefined for a package. */
  readonly file: string | undefined;
}

export interface SourceFile {
  /** From the root, such as `src/object/gap.ts`. */
  readonly path: string;
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export async function sourceFiles(folder: string): Promise<readonly SourceFile[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  const paths = names.filter((name) => /\.[cm]?[jt]s$/u.test(name)).map((name) => join(folder, name));
  return Promise.all(paths.toSorted().map(sourceFile));
}

async function sourceFile(path: string): Promise<SourceFile> {
  const text = await readFile(join(root, path), 'utf8');
  const imports = specifiersIn(text).map((specifier) => ({
    specifier,
    file: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined,
  }));
  return { path, text, code: withoutComments(text), imports };
}

const statement = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'(?<specifier>[^']+)'/gmu;
const dynamic = /\b(?:import|require)\(\s*(?<specifier>[^)]*)\)/gu;

/** The formatter puts every import at the start of a line and between single quotes. */
export function specifiersIn(text: string): readonly string[] {
  const found = [...text.matchAll(statement)].map((match) => match.groups?.['specifier'] ?? '');
  const called = [...withoutComments(text).matchAll(dynamic)].map(
    (match) => match.groups?.['specifier'] ?? '',
  );
  return [
    ...found,
    ...called.map((specifier) => specifier.trim().replace(/^'(?<inside>.*)'$/u, '$<inside>')),
  ];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//gu, '').replaceAll(/(?<before>^|\s)\/\/.*$/gmu, '$<before>');
}

/** `src/app.ts` and `src/app/` are one room; a reconciler's folder is one of its own. */
export function roomOf(path: string): string {
  const [room = '', inner, ...rest] = relative('src', path).split('/');
  if (room === 'reconciler' && rest.length > 0) return `${room}/${inner ?? ''}`;
  return room.replace(/\.[cm]?[jt]s$/u, '');
}

export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
