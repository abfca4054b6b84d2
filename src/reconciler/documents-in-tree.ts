/** A tree -> the objects of one reconciler that stand in its plain YAML, with their places. */
import { posix } from 'node:path';
import type { KubeObject } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import { readYaml } from '../object/yaml.ts';
import type { Tree } from '../source/tree.ts';
import { partsOfCharts } from './chart-parts.ts';
import { pathFrom } from './closing.ts';
import { mentioning } from './mentions.ts';
import { viewOf } from './view.ts';
import type { View } from './view.ts';

export interface DocumentInTree {
  readonly object: KubeObject;
  readonly place: Place;
}

export interface Wanted {
  /** A file without any of these words has none of them. */
  readonly words: readonly string[];
  readonly isDeclaration: (object: KubeObject) => boolean;
}

const limits = { largest: 5_000_000, total: 400_000_000 };

/** What it makes reads each tree once, and throws SourceError. Parts of charts and patches declare nothing. */
export function documentReader(wanted: Wanted): (tree: Tree) => Promise<readonly DocumentInTree[]> {
  const known = new WeakMap<Tree, Promise<readonly DocumentInTree[]>>();
  return async (tree) => {
    const made = known.get(tree) ?? look(tree, wanted);
    known.set(tree, made);
    return made;
  };
}

async function look(tree: Tree, { words, isDeclaration }: Wanted): Promise<readonly DocumentInTree[]> {
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
    if (content === undefined || !words.some((word) => content.includes(word))) return [];
    return readYaml(path, content).flatMap((document) =>
      document.kind === 'object' && isDeclaration(document.object)
        ? [{ object: document.object, place: document.place }]
        : [],
    );
  });
}

function patchesIn(view: View): ReadonlySet<string> {
  const paths = [...view.kustomizations].flatMap(([directory, { files }]) =>
    files.map(({ text }) => view.find(pathFrom(directory, text))),
  );
  return new Set(paths.flatMap((found) => (found.kind === 'file' ? [found.path] : [])));
}
