/**
 * The files of a kustomization -> the first that names something outside the tree: for machines without namespaces.
 *
 * There kustomize's own restriction confines single files to their root, but a root may be any directory of the
 * machine; and a proxy to a closed port stops all requests except those to the machine itself, for which Go uses none.
 */
import { posix } from 'node:path';

import { isJsonArray, isJsonObject, type Json } from '../object/json.ts';
import { readValues } from '../object/yaml.ts';
import type { Closure } from '../reconciler/unit.ts';
import type { Tree } from '../source/tree.ts';
import { isWithin } from './repository-path.ts';
import { limits } from './sandbox.ts';

/** Whatever the field is; rather one gap too many than one file of the machine. */
export async function escapingFile(
  tree: Tree,
  closure: Closure,
  kustomizations: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  for (const [path, text] of kustomizations) {
    const directory = posix.dirname(path);
    const climbs = (value: string): boolean => value.includes('..') && leavesTreeFrom(directory, value);
    if (textsOf(path, text).some((value) => climbs(value) || asksThisMachine(value))) return path;
  }
  for (const [path, text] of await generatorsIn(tree, closure)) {
    if (textsOf(path, text).some(asksThisMachine)) return path;
  }
  return undefined;
}

function leavesTreeFrom(directory: string, value: string): boolean {
  return posix.join(directory, value).startsWith('..');
}

/** golang.org/x/net/http/httpproxy: no proxy for localhost and loopback addresses. */
function asksThisMachine(value: string): boolean {
  return /https?:\/\/(?:[^/\s]*@)?(?:localhost|127\.|\[)/iu.test(value);
}

/** Files that could hold a generator or transformer of kustomize: its API version, or an escape that could write it. */
async function generatorsIn(tree: Tree, closure: Closure): Promise<ReadonlyMap<string, string>> {
  const paths = [...tree.entries.keys()].filter((path) => isWithin(closure.paths, path));
  const contents = [...(await tree.read(paths, limits.read))].map(
    ([path, content]) => [path, content.toString()] as const,
  );
  return new Map(contents.filter(([, text]) => /builtin|\\[xuU]/u.test(text)));
}

function textsOf(path: string, text: string): readonly string[] {
  return readValues(path, text).flatMap((document) =>
    document.kind === 'problem' ? [] : textsIn(document.value),
  );
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
