/** A tree -> the Applications, ApplicationSets and AppProjects in its plain YAML, with the places where they stand. */
import { isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import type { Tree } from '../../../source/tree.ts';
import { documentReader } from '../../documents-in-tree.ts';
import type { Unit } from '../../unit.ts';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import { viewOf } from '../../view.ts';
import { isOf } from './reads.ts';
import { effectiveSources } from './sources.ts';

export interface DeclaredObject {
  readonly object: KubeObject;
  readonly place: Place | undefined;
  /** Whose render it is in; undefined for a file of the tree. */
  readonly by: Unit | undefined;
}

const declaredKinds = ['Application', 'ApplicationSet', 'AppProject'] as const;

/** Throws SourceError. */
export const declaredInTree = documentReader({ words: declaredKinds, isDeclaration });

/** What names a kind but lacks what makes one is a patch, or broken. */
export function isDeclaration(object: KubeObject): boolean {
  if (object.metadata.name === '' || !declaredKinds.some((kind) => isOf(object, kind))) return false;
  const spec = object['spec'];
  if (!isJsonObject(spec)) return false;
  if (object.kind !== 'Application') return true;
  return isJsonObject(spec['destination']) && effectiveSources(spec).list.length > 0;
}

/** Files that a kustomization of one of these units builds: its render says what becomes of them. */
export async function builtBy(units: readonly Unit[], tree: Tree): Promise<ReadonlySet<string>> {
  const view = await viewOf(tree);
  const built = new Set<string>();
  for (const directory of new Set(units.map(({ path }) => path))) {
    if (!view.kustomizations.has(directory)) continue;
    for (const path of (await kustomizeClosure(view, directory)).paths) built.add(path);
  }
  return built;
}
