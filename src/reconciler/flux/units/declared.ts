/** A tree -> the objects of Flux in its plain YAML, with the places where they stand. */
import { posix } from 'node:path';
import { isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import { readYaml } from '../../../object/yaml.ts';
import type { Tree } from '../../../source/tree.ts';
import { partsOfCharts } from '../../chart-parts.ts';
import { pathFrom } from '../../closing.ts';
import { mentioning } from '../../mentions.ts';
import { viewOf } from '../../view.ts';
import type { View } from '../../view.ts';
import { isFlux } from './groups.ts';

export interface Document {
  readonly object: KubeObject;
  readonly place: Place;
}

const known = new WeakMap<Tree, Promise<readonly Document[]>>();

/** Made once for a tree. Throws SourceError. */
export async function documentsIn(tree: Tree): Promise<readonly Document[]> {
  const made = known.get(tree) ?? look(tree);
  known.set(tree, made);
  return made;
}

const limits = { largest: 5_000_000, total: 400_000_000 };

async function look(tree: Tree): Promise<readonly Document[]> {
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
    if (content === undefined || !content.includes('toolkit.fluxcd.io/')) return [];
    return readYaml(path, content).flatMap((document) =>
      document.kind === 'object' && isDeclaration(document.object)
        ? [{ object: document.object, place: document.place }]
        : [],
    );
  });
}

/** What names a kind but lacks what makes one is a patch, or broken. */
export function isDeclaration(object: KubeObject): boolean {
  if (!isFlux(object) || object.metadata.name === '') return false;
  const spec = object['spec'];
  if (!isJsonObject(spec)) return false;
  if (object.kind === 'Kustomization') return isJsonObject(spec['sourceRef']);
  if (object.kind === 'HelmRelease') return isJsonObject(spec['chart']) || isJsonObject(spec['chartRef']);
  return true;
}

function patchesIn(view: View): ReadonlySet<string> {
  const paths = [...view.kustomizations].flatMap(([directory, { files }]) =>
    files.map(({ text }) => view.find(pathFrom(directory, text))),
  );
  return new Set(paths.flatMap((found) => (found.kind === 'file' ? [found.path] : [])));
}
