/** A closure -> whether its render may hold a ConfigMap or Secret that objects of Flux in the same tree take values from. */
import type { Tree } from '../../../source/tree.ts';
import { dependsOn, sortedPaths } from '../../depends-on.ts';
import type { SortedPaths } from '../../depends-on.ts';
import type { Closure } from '../../unit.ts';
import { documentsIn } from './declared.ts';
import { referencesIn } from './references.ts';

const known = new WeakMap<Tree, Promise<SortedPaths>>();

/** Throws SourceError. */
export async function feeds({ paths }: Pick<Closure, 'paths'>, tree: Tree): Promise<boolean> {
  const made = known.get(tree) ?? look(tree);
  known.set(tree, made);
  return dependsOn({ paths }, await made);
}

const limits = { largest: 1_000_000, total: 400_000_000 };

/** By words: a generator, or a patch, may make one of them, too. */
async function look(tree: Tree): Promise<SortedPaths> {
  const taken = (await documentsIn(tree)).flatMap(({ object }) => referencesIn(object));
  const names = new Set(taken.map(({ name }) => name));
  // A substitution puts the rest of the name together.
  const parts = [...names].map((name) => name.split('$')[0] ?? '');
  if (parts.length === 0) return sortedPaths([]);
  const files = [...tree.entries.values()].flatMap(({ path, kind }) =>
    (kind === 'file' || kind === 'executable') && /\.ya?ml$|\/Kustomization$/u.test(path) ? [path] : [],
  );
  const contents = await tree.read(files, limits);
  return sortedPaths(
    files.filter((path) => {
      const text = contents.get(path)?.toString('utf8') ?? '';
      return /configmap|secret/iu.test(text) && parts.some((part) => text.includes(part));
    }),
  );
}
