/** A tree -> the files in which units of other reconcilers, or their settings, may be declared, by words in their text. */
import type { Tree } from '../source/tree.ts';
import { claimedBy } from './claimed.ts';
import type { Closure } from './unit.ts';

/** A template may compute a kind, and hardly ever the group. The ConfigMaps of Argo CD begin with the second. */
const wanted = ['argoproj.io/', 'argocd-cm'];
const names = /\.(?:yaml|yml|json|tpl|jsonnet|libsonnet|txt|gotmpl)$/;
/** What is larger is no manifest that a person wrote. */
const limits = { largest: 1_000_000, total: 400_000_000 };

const known = new WeakMap<Tree, Promise<ReadonlySet<string>>>();

/** Each tree is read once. Throws SourceError. */
export async function mentioning(tree: Tree): Promise<ReadonlySet<string>> {
  const found = known.get(tree);
  if (found !== undefined) return found;
  const made = look(tree);
  known.set(tree, made);
  return made;
}

/** Whether a unit of this closure may declare further units. */
export async function mayDeclare({ paths, unknown }: Closure, tree: Tree): Promise<boolean> {
  if (unknown.length > 0) return true;
  const found = await mentioning(tree);
  if (found.size === 0) return false;
  return [...found].some(claimedBy([{ paths, remotes: [], unknown: [] }]));
}

/** By their names. */
export function filesThatMayMention({ entries }: Tree): readonly string[] {
  return [...entries.values()].flatMap(({ path, kind }) =>
    (kind === 'file' || kind === 'executable') && names.test(path) ? [path] : [],
  );
}

async function look(tree: Tree): Promise<ReadonlySet<string>> {
  const paths = filesThatMayMention(tree);
  const contents = await tree.read(paths, limits);
  return new Set(paths.filter((path) => wanted.some((word) => contents.get(path)?.includes(word))));
}
