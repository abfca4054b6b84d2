/** What a reconciler edits into a kustomization -> the edits in the order of Argo CD (util/kustomize/kustomize.go). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import { compareText } from '../object/canonical.ts';
import { readValues } from '../object/yaml.ts';
import type { KustomizeEdits } from '../reconciler/render-plan.ts';

export type Edit =
  /** Arguments of `kustomize`. */
  | { readonly kind: 'command'; readonly args: readonly string[] }
  /** There is no command for these: they come behind those that the file has. */
  | { readonly kind: 'patches'; readonly patches: readonly JsonObject[] };

const none: Required<KustomizeEdits> = {
  namePrefix: '',
  nameSuffix: '',
  images: [],
  replicas: [],
  labels: {},
  labelsWithoutSelector: false,
  labelsInTemplates: false,
  forceLabels: false,
  annotations: {},
  forceAnnotations: false,
  namespace: '',
  patches: [],
  components: [],
};

export function editsOf(wanted: KustomizeEdits): readonly Edit[] {
  const edits = { ...none, ...wanted };
  const replicas = edits.replicas.map(({ name, count }) => `${name}=${count}`);
  const force = edits.forceAnnotations ? ['--force'] : [];
  return [
    ...command(['set', 'nameprefix', '--'], given(edits.namePrefix)),
    ...command(['set', 'namesuffix', '--'], given(edits.nameSuffix)),
    ...command(['set', 'image'], edits.images),
    ...command(['set', 'replicas'], replicas),
    ...command(['add', 'label', ...labelFlags(edits)], pairs(edits.labels)),
    ...command(['add', 'annotation', ...force], pairs(edits.annotations)),
    ...command(['set', 'namespace', '--'], given(edits.namespace)),
    ...(edits.patches.length === 0 ? [] : [{ kind: 'patches' as const, patches: edits.patches }]),
    ...command(['add', 'component'], edits.components),
  ];
}

function given(value: string): readonly string[] {
  return value === '' ? [] : [value];
}

function command(words: readonly string[], values: readonly string[]): readonly Edit[] {
  return values.length === 0 ? [] : [{ kind: 'command', args: ['edit', ...words, ...values] }];
}

function labelFlags({
  forceLabels,
  labelsWithoutSelector,
  labelsInTemplates,
}: KustomizeEdits): readonly string[] {
  return [
    ...(forceLabels === true ? ['--force'] : []),
    ...(labelsWithoutSelector === true ? ['--without-selector'] : []),
    ...(labelsInTemplates === true ? ['--include-templates'] : []),
  ];
}

/** Argo CD's own order is that of a Go map: none. */
function pairs(map: JsonObject): readonly string[] {
  return Object.entries(map)
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${name}:${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

export type Patched =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'problem'; readonly message: string };

export function withPatches(file: string, text: string, patches: readonly JsonObject[]): Patched {
  const [document] = readValues(file, text);
  const kustomization: Json = document?.kind === 'other' ? document.value : null;
  if (!isJsonObject(kustomization))
    return { kind: 'problem', message: `${file} is no map: no patch can be added to it` };
  const before = kustomization['patches'] ?? [];
  if (!isJsonArray(before)) return { kind: 'problem', message: `patches in ${file} are no list` };
  // JSON is YAML: kustomize reads it as it reads any kustomization.
  return { kind: 'text', text: JSON.stringify({ ...kustomization, patches: [...before, ...patches] }) };
}
