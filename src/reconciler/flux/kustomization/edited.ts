/** The kustomization of a directory and a Flux Kustomization's spec -> the one that its controller builds. */
import { posix } from 'node:path';
import { canonicalJson } from '../../../object/canonical.ts';
import { flagAt, listAt, textAt, textsAt } from '../../../object/fields.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import { kustomizationNames } from '../../kustomization.ts';
import { isAtLeast } from '../units/version.ts';
import type { Located } from './located.ts';
import { scanned } from './scanned.ts';

export type Edited =
  /** The file stands as it is: nothing is edited, or it cannot be read and kustomize will say so. */
  | { readonly kind: 'as-it-is' }
  | { readonly kind: 'kustomization'; readonly kustomization: JsonObject }
  /** As the controller says it. */
  | { readonly kind: 'failed'; readonly message: string };

/** What kustomize's type has; of anything else in the file the controller loses sight when it writes it anew. */
const fields = new Set(
  (
    'apiVersion kind metadata bases buildMetadata commonAnnotations commonLabels components configMapGenerator ' +
    'configurations crds generatorOptions generators helmChartInflationGenerator helmCharts helmGlobals imageTags ' +
    'images labels namePrefix nameSuffix namespace openapi patches patchesJson6902 patchesStrategicMerge ' +
    'replacements replicas resources secretGenerator sortOptions transformers validators vars'
  ).split(' '),
);

/** Throws SourceError. */
export async function edited(located: Located): Promise<Edited> {
  const { view, directory } = located;
  const file = kustomizationNames
    .map((name) => posix.join(directory, name))
    .find((path) => view.tree.entries.has(path));
  if (file === undefined) return withSpec(generated(located), located);
  const content = (await view.tree.read([file])).get(file);
  const [document] = content === undefined ? [] : readValues(file, content, { repeats: 'last' });
  if (document?.kind !== 'other' || !isJsonObject(document.value)) return { kind: 'as-it-is' };
  const whole = withSpec(read(document.value), located);
  const same =
    whole.kind === 'kustomization' && canonicalJson(whole.kustomization) === canonicalJson(document.value);
  return same ? { kind: 'as-it-is' } : whole;
}

/** The placeholder keeps kustomize from calling it empty. */
function generated({ view, directory }: Located): JsonObject {
  const { resources } = scanned(view, directory);
  const type = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };
  return resources.length === 0 ? { ...type, namespace: '_placeholder' } : { ...type, resources };
}

function read(value: JsonObject): JsonObject {
  const known = Object.fromEntries(Object.entries(value).filter(([field]) => fields.has(field)));
  if (listAt(known, 'resources').length > 0) return known;
  return { ...known, buildMetadata: ['originAnnotations'] };
}

function withSpec(kustomization: JsonObject, located: Located): Edited {
  const { spec, settings } = located;
  const isNewer = isAtLeast(settings.installation.versions.kustomize, 'kustomize', { major: 1, minor: 9 });
  const components = componentsOf(located);
  if (components.kind === 'failed') return components;
  const texts = { namespace: 'targetNamespace', namePrefix: 'namePrefix', nameSuffix: 'nameSuffix' };
  const set = Object.entries(texts).flatMap(([field, from]) => {
    const value = textAt(spec, from);
    return value === '' ? [] : [[field, value] as const];
  });
  const buildMetadata = isNewer ? textsAt(spec, 'buildMetadata') : [];
  return {
    kind: 'kustomization',
    kustomization: {
      ...kustomization,
      ...Object.fromEntries(set),
      ...added(kustomization, 'patches', listAt(spec, 'patches').map(patchOf)),
      ...added(kustomization, 'components', components.paths),
      ...imagesOf(kustomization, spec, isNewer ? merged : replaced),
      ...(buildMetadata.length === 0 ? {} : { buildMetadata }),
    },
  };
}

function added(kustomization: JsonObject, field: string, more: readonly Json[]): JsonObject {
  return more.length === 0 ? {} : { [field]: [...listAt(kustomization, field), ...more] };
}

const selecting = ['group', 'version', 'kind', 'name', 'namespace', 'labelSelector', 'annotationSelector'];

export function patchOf(patch: Json): JsonObject {
  const target = selecting.flatMap((field) => {
    const value = textAt(patch, 'target', field);
    return value === '' ? [] : [[field, value] as const];
  });
  return {
    patch: textAt(patch, 'patch'),
    ...(target.length === 0 ? {} : { target: Object.fromEntries(target) }),
  };
}

type Components =
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

function componentsOf({ spec, artifact, directory }: Located): Components {
  const named = textsAt(spec, 'components');
  const outside = named.find((component) => !isLocal(component));
  if (outside !== undefined) {
    return { kind: 'failed', message: `component path '${outside}' must be local and relative` };
  }
  if (!flagAt(spec, 'ignoreMissingComponents')) return { kind: 'paths', paths: named };
  const exists = (component: string): boolean => {
    const path = posix.join(directory, component).replace(/\/+$/u, '') || '.';
    return artifact.hasDirectory(path) || artifact.tree.entries.has(path);
  };
  return { kind: 'paths', paths: named.filter(exists) };
}

export function isLocal(component: string): boolean {
  if (/^(?:git::|gh:|ssh:\/\/|https?:\/\/|git@|github\.com[:/])./iu.test(component)) return false;
  return !component.replace(/^file:\/\//iu, '').startsWith('/');
}

type Joined = (before: JsonObject, image: Json) => JsonObject;

/** Into the entry of the same name, where there is one. */
function imagesOf(kustomization: JsonObject, spec: JsonObject, joined: Joined): JsonObject {
  const wanted = listAt(spec, 'images');
  if (wanted.length === 0) return {};
  const images = [...listAt(kustomization, 'images')];
  for (const image of wanted) {
    const name = textAt(image, 'name');
    const index = images.findIndex((one) => textAt(one, 'name') === name);
    const before = images[index];
    if (isJsonObject(before)) images[index] = joined(before, image);
    else images.push(replaced({ name }, image));
  }
  return { images };
}

/** Before 1.9 nothing of the entry stays but its name. */
function replaced({ name = '' }: JsonObject, image: Json): JsonObject {
  return merged({ name }, image);
}

/** Field by field; a tag and a digest are one: either takes the place of both. */
function merged({ newTag, digest, ...before }: JsonObject, image: Json): JsonObject {
  const newName = textAt(image, 'newName');
  const version = { newTag: textAt(image, 'newTag'), digest: textAt(image, 'digest') };
  const old = { newTag: newTag ?? '', digest: digest ?? '' };
  const chosen = version.newTag === '' && version.digest === '' ? old : version;
  const set = Object.entries({ newName, ...chosen }).filter(([, value]) => value !== '');
  return { ...before, ...Object.fromEntries(set) };
}
