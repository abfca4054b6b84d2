/** A tree -> the Applications, ApplicationSets and AppProjects in its plain YAML, with the places where they stand. */
import { posix } from 'node:path';
import { isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import { readYaml } from '../../../object/yaml.ts';
import type { Tree } from '../../../source/tree.ts';
import { partsOfCharts } from '../../chart-parts.ts';
import { pathFrom } from '../../closing.ts';
import type { Unit } from '../../unit.ts';
import { kustomizeClosure } from '../../kustomize-closure.ts';
import { mentioning } from '../../mentions.ts';
import { viewOf } from '../../view.ts';
import type { View } from '../../view.ts';
import { isOf } from './reads.ts';
import { effectiveSources } from './sources.ts';

export interface DeclaredObject {
  readonly object: KubeObject;
  readonly place: Place | undefined;
  /** Whose render it is in; undefined for a file of the tree. */
  readonly by: Unit | undefined;
}

const declaredKinds = ['Application', 'ApplicationSet', 'AppProject'] as const;

const known = new WeakMap<Tree, Promise<readonly DeclaredObject[]>>();

/** Made once for a tree. Throws SourceError. */
export async function declaredInTree(tree: Tree): Promise<readonly DeclaredObject[]> {
  const made = known.get(tree) ?? look(tree);
  known.set(tree, made);
  return made;
}

const limits = { largest: 5_000_000, total: 400_000_000 };

async function look(tree: Tree): Promise<readonly DeclaredObject[]> {
  const view = await viewOf(tree);
  const partOfChart = partsOfCharts(view);
  const patches = patchesIn(view);
  const paths = [...(await mentioning(tree))].filter(
    (path) =>
      /\.(?:yaml|yml|json)$/u.test(path) &&
      partOfChart(posix.dirname(path)) === undefined &&
      !patches.has(path),
  );
  const contents = await tree.read(paths, limits);
  return paths.flatMap((path) => {
    const content = contents.get(path);
    if (content === undefined || !declaredKinds.some((kind) => content.includes(kind))) return [];
    return readYaml(path, content).flatMap((document) =>
      document.kind === 'object' && isDeclaration(document.object)
        ? [{ object: document.object, place: document.place, by: undefined }]
        : [],
    );
  });
}

/** What names a kind but lacks what makes one is a patch, or broken. */
export function isDeclaration(object: KubeObject): boolean {
  if (object.metadata.name === '' || !declaredKinds.some((kind) => isOf(object, kind))) return false;
  const spec = object['spec'];
  if (!isJsonObject(spec)) return false;
  if (object.kind !== 'Application') return true;
  return isJsonObject(spec['destination']) && effectiveSources(spec).list.length > 0;
}

function patchesIn(view: View): ReadonlySet<string> {
  const paths = [...view.kustomizations].flatMap(([directory, { files }]) =>
    files.map(({ text }) => view.find(pathFrom(directory, text))),
  );
  return new Set(paths.flatMap((found) => (found.kind === 'file' ? [found.path] : [])));
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
