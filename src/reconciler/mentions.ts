/** A tree -> the files in which units of other reconcilers, or their settings, may be declared, by words in their text. */
import type { Tree } from '../source/tree.ts';
import { dependsOn, heldBy, sortedPaths } from './depends-on.ts';
import type { SortedPaths } from './depends-on.ts';
import type { Closure } from './unit.ts';

/** A template may compute a kind, and hardly ever the group. The ConfigMaps of Argo CD begin with the second. */
const wanted = ['argoproj.io/', 'argocd-cm', 'toolkit.fluxcd.io/', 'fleet.cattle.io/'];
const names = /\.(?:yaml|yml|json|tpl|jsonnet|libsonnet|txt|gotmpl)$/;
/** What is larger is no manifest that a person wrote. */
const limits = { largest: 1_000_000, total: 400_000_000 };

const known = new WeakMap<Tree, Promise<SortedPaths>>();

/** Throws SourceError. */
export async function mentioning(tree: Tree): Promise<ReadonlySet<string>> {
  return (await mentions(tree)).paths;
}

/** Those of them that a closure holds. Throws SourceError. */
export async function mentioningIn(closure: Closure, tree: Tree): Promise<ReadonlySet<string>> {
  return heldBy(closure, await mentions(tree));
}

/** Whether a unit of this closure may declare further units. */
export async function mayDeclare({ paths, unknown }: Closure, tree: Tree): Promise<boolean> {
  return unknown.length > 0 || dependsOn({ paths }, await mentions(tree));
}

/** Each tree is read once. */
async function mentions(tree: Tree): Promise<SortedPaths> {
  const made = known.get(tree) ?? look(tree);
  known.set(tree, made);
  return made;
}

/** By their names. */
export function filesThatMayMention({ entries }: Tree): readonly string[] {
  return [...entries.values()].flatMap(({ path, kind }) =>
    (kind === 'file' || kind === 'executable') && names.test(path) ? [path] : [],
  );
}

async function look(tree: Tree): Promise<SortedPaths> {
  const paths = filesThatMayMention(tree);
  const contents = await tree.read(paths, limits);
  return sortedPaths(paths.filter((path) => wanted.some((word) => contents.get(path)?.includes(word))));
}
