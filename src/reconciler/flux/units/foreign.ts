/** Documents of files, and what other reconcilers render -> the objects of Flux of which it is not known who applies them. */
import { kustomizeClosure } from '../../kustomize-closure.ts';
import type { View } from '../../view.ts';
import { isDeclaration } from './declared.ts';
import type { DocumentInTree } from '../../documents-in-tree.ts';
import type { Loose, Rendered } from './growing.ts';

interface Around {
  readonly documents: readonly DocumentInTree[];
  readonly rendered: readonly Rendered[];
  /** Whether it is known to which Flux they go. */
  readonly isPlaced: (rendered: Rendered) => boolean;
}

/** What a kustomization builds of a file counts instead of the file. */
export async function foreignLoose(
  view: View,
  { documents, rendered, isPlaced }: Around,
): Promise<readonly Loose[]> {
  const built = new Set<string>();
  for (const { unit } of rendered) {
    if (!view.kustomizations.has(unit.path)) continue;
    for (const path of (await kustomizeClosure(view, unit.path)).paths) built.add(path);
  }
  const inFiles = documents.filter(({ place }) => !built.has(place.file));
  const inRenders = rendered.filter((each) => !isPlaced(each)).flatMap((each) => looseIn(view, each));
  return [...inFiles.map((each) => ({ ...each, file: each.place.file, by: undefined })), ...inRenders];
}

function looseIn(view: View, { unit, objects }: Rendered): readonly Loose[] {
  const file = view.kustomizations.get(unit.path)?.place.file;
  return objects.flatMap(({ object, origin }) => {
    const from = file ?? origin?.file;
    if (from === undefined || !isDeclaration(object)) return [];
    return [{ object, place: origin, file: from, by: unit }];
  });
}
