/** A field that its own file does not explain -> the entries of kustomizations that could set it, each with its lines. */
import { identityOf } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonArray } from '../object/json.ts';
import type { Place } from '../object/place.ts';
import { lineOf } from '../object/yaml.ts';
import type { AskedField } from './asked-field.ts';
import { documentOf } from './declared-field.ts';
import { splitImage } from './image-parts.ts';
import { patchPlaces } from './kustomize-patch-field.ts';
import type { ParsedFiles } from './parsed-files.ts';

export interface Kustomized extends AskedField {
  /** The object's name in its own file and after the build. */
  readonly names: readonly string[];
}

/** `kustomizations`: the paths of all that the build reads. */
export function kustomizeField(
  asked: AskedField,
  kustomizations: readonly string[],
  files: ParsedFiles,
): readonly (readonly Place[])[] {
  const source = documentOf(asked, files)?.object;
  const names = [source, asked.object].flatMap((object) => (object ? [identityOf(object).name] : []));
  const kustomized = { ...asked, names };
  return kustomizations.flatMap((file) => [
    ...imagePlaces(kustomized, file, files),
    ...replicaPlaces(kustomized, file, files),
    ...patchPlaces(kustomized, file, files).map((place) => [place]),
  ]);
}

/** For each entry of `images:` that gives the image as it was built: the lines of what it changes. */
function imagePlaces(
  { keys, value, before }: Kustomized,
  file: string,
  files: ParsedFiles,
): readonly (readonly Place[])[] {
  if (keys.at(-1) !== 'image' || typeof value !== 'string') return [];
  const built = splitImage(value);
  const earlier = splitImage(typeof before === 'string' ? before : '');
  return entriesOf(file, 'images', files).flatMap(({ entry, place }) => {
    const set = {
      newName: at(entry, 'newName'),
      newTag: at(entry, 'newTag'),
      digest: at(entry, 'digest'),
    };
    const fits =
      (set.newName ?? at(entry, 'name')) === built.name &&
      (set.newTag === undefined || set.newTag === built.tag) &&
      (set.digest === undefined || set.digest === built.digest);
    const given = [
      { key: 'newName', isNew: built.name !== earlier.name },
      { key: 'newTag', isNew: built.tag !== earlier.tag },
      { key: 'digest', isNew: built.digest !== earlier.digest },
    ].filter(({ key }) => at(entry, key) !== undefined);
    if (!fits || given.length === 0) return [];
    const changed = given.filter(({ isNew }) => isNew);
    return [(changed.length > 0 ? changed : given.slice(-1)).map(({ key }) => place(key))];
  });
}

function replicaPlaces(
  { keys, value, names }: Kustomized,
  file: string,
  files: ParsedFiles,
): readonly (readonly Place[])[] {
  if (keys.join('.') !== 'spec.replicas') return [];
  return entriesOf(file, 'replicas', files).flatMap(({ entry, place }) => {
    const name = at(entry, 'name');
    const fits = typeof name === 'string' && names.includes(name) && at(entry, 'count') === value;
    return fits ? [[place('count')]] : [];
  });
}

interface Entry {
  readonly entry: Json;
  readonly place: (key: string) => Place;
}

function entriesOf(file: string, field: string, files: ParsedFiles): readonly Entry[] {
  return files.values(file).flatMap((document) => {
    const list = at(document.value, field);
    if (!isJsonArray(list)) return [];
    return list.map((entry, index) => ({
      entry,
      place: (key: string) => ({ file, line: lineOf(document, [field, index, key]) }),
    }));
  });
}
