/** The kustomization that what a chart renders goes through -> the same with the files that it names written into it, or why not. */
import { posix } from 'node:path';
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { textAt, textsAt } from '../../../object/fields.ts';
import { readValues } from '../../../object/yaml.ts';
import type { Tree } from '../../../source/tree.ts';

export type Inlined = { readonly kustomization: JsonObject } | { readonly unseen: string };

/** Fleet writes there what the chart renders, and adds it to the resources (internal/helmdeployer/kustomize). */
const rendered = 'fleet-manifests.yaml';

/** Fields that can name nothing but what stands in them, or patches. */
const known = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'labels',
  'commonLabels',
  'commonAnnotations',
  'images',
  'replicas',
  'sortOptions',
  'buildMetadata',
]);

interface Bundle {
  /** In the bundle. */
  readonly directory: string;
  /** Name in the bundle -> path in the tree. */
  readonly files: ReadonlyMap<string, string>;
  readonly tree: Tree;
}

/** Throws SourceError. */
export async function inlinedKustomization(bundle: Bundle): Promise<Inlined> {
  const contents = await bundle.tree.read([...bundle.files.values()], {
    largest: 1_000_000,
    total: 50_000_000,
  });
  const textOf = (name: string): string | undefined => {
    const path = bundle.files.get(posix.join(bundle.directory, name));
    return path === undefined ? undefined : contents.get(path)?.toString('utf8');
  };
  const [document] = readValues('kustomization.yaml', textOf('kustomization.yaml') ?? '');
  if (document?.kind !== 'other' || !isJsonObject(document.value)) return { unseen: 'it cannot be read' };
  const { resources: _resources, ...rest } = document.value;
  const other = Object.keys(document.value).find((key) => !known.has(key));
  if (other !== undefined) return { unseen: `its field ${other} is not followed here` };
  if (textsAt(document.value, 'resources').some((each) => each !== rendered)) {
    return { unseen: 'it has resources beside those of the chart' };
  }
  const missing: string[] = [];
  const inline = (name: string): string => {
    const text = textOf(name);
    if (text === undefined) missing.push(name);
    return text ?? '';
  };
  const kustomization = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key.startsWith('patches') ? patchesIn(value, inline) : value,
    ]),
  );
  const [first] = missing;
  return first === undefined ? { kustomization } : { unseen: `the bundle has no ${first}` };
}

function patchesIn(value: Json, inline: (name: string) => string): Json {
  if (!isJsonArray(value)) return value;
  return value.map((each) => {
    if (typeof each === 'string') return each.includes('\n') ? each : inline(each);
    if (!isJsonObject(each) || textAt(each, 'path') === '') return each;
    const { path: _path, ...rest } = each;
    return { ...rest, patch: inline(textAt(each, 'path')) };
  });
}
