/** Jsonnet files -> all files that they import, at any depth: Jsonnet takes no computed path. */
import { posix } from 'node:path';
import type { View } from '../../view.ts';

const imports = /\bimport(?:str|bin)?\s*(?:@?'(?<single>(?:[^'\\]|\\.)*)'|@?"(?<double>(?:[^"\\]|\\.)*)")/gu;
/** More than any real program; beyond it the answer is undefined. */
const most = 5000;

/** Files that do not exist count: one that comes to be there is found before a later one. */
export async function importedBy(
  view: View,
  files: readonly string[],
  libraries: readonly string[],
): Promise<readonly string[] | undefined> {
  const seen = new Set<string>();
  let pending = [...files];
  while (pending.length > 0) {
    const contents = await view.tree.read(pending, { largest: 5_000_000, total: 100_000_000 });
    const named = pending.flatMap((file) =>
      importsIn(contents.get(file)?.toString('utf8') ?? '').flatMap((name) =>
        candidates(view, [posix.dirname(file), ...libraries], name),
      ),
    );
    const next = new Set(named.filter((path) => !seen.has(path)));
    for (const path of next) seen.add(path);
    if (seen.size > most) return undefined;
    pending = [...next].filter((path) => view.find(path).kind === 'file');
  }
  return [...seen];
}

function importsIn(text: string): readonly string[] {
  return [...text.matchAll(imports)].map(({ groups }) => groups?.['single'] ?? groups?.['double'] ?? '');
}

/** Up to the first that is there. */
function candidates(view: View, directories: readonly string[], name: string): readonly string[] {
  const paths: string[] = [];
  for (const directory of directories) {
    const found = view.find(posix.join(directory, name));
    if (found.kind === 'outside') continue;
    paths.push(found.path, ...found.links);
    if (found.kind === 'file') break;
  }
  return paths;
}
