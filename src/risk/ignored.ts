/** An object -> everything that it tells a reconciler to look away from, one text and one field each. */
import { canonicalJson } from '../object/canonical.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonArray, isJsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { readValues } from '../object/yaml.ts';

function items(value: Json | undefined): readonly Json[] {
  return isJsonArray(value) ? value : [];
}

function scope(rule: Json, keys: readonly string[]): string {
  const parts = keys.map((key) => {
    const value = at(rule, key);
    return typeof value === 'string' && value !== '' ? value : '*';
  });
  return parts.join('/');
}

/** One thing that is left alone, and the field that says so. */
export interface Ignored {
  readonly text: string;
  readonly field: FieldPath;
}

interface Lists {
  readonly where: string;
  readonly field: FieldPath;
  readonly names: readonly string[];
}

/** Each list in the rule holds independent ways to hide; one more item hides more. */
function each(rule: Json, { where, field, names }: Lists): readonly Ignored[] {
  return names.flatMap((name) =>
    items(at(rule, name)).map((item) => ({
      text: `${where} ${textOf(item)}`,
      field: [...field, name, { value: item }],
    })),
  );
}

function textOf(item: Json): string {
  return typeof item === 'string' ? item : canonicalJson(item);
}

const argoLists = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'];

function argoSpec(object: KubeObject, path: readonly string[]): readonly Ignored[] {
  const spec = at(object, ...path);
  const rules = items(at(spec, 'ignoreDifferences')).flatMap((rule, index) =>
    each(rule, {
      where: scope(rule, ['group', 'kind', 'namespace', 'name']),
      field: [...path, 'ignoreDifferences', index],
      names: argoLists,
    }),
  );
  const options = items(at(spec, 'syncPolicy', 'syncOptions'));
  const respects = options
    .filter((option) => option === 'RespectIgnoreDifferences=true')
    .map((option) => ({
      text: textOf(option),
      field: [...path, 'syncPolicy', 'syncOptions', { value: option }],
    }));
  return [...rules, ...respects];
}

function fluxKustomization(object: KubeObject): readonly Ignored[] {
  return items(at(object, 'spec', 'ignore')).flatMap((rule, index) =>
    each(rule, {
      where: canonicalJson(at(rule, 'target') ?? {}),
      field: ['spec', 'ignore', index],
      names: ['paths'],
    }),
  );
}

function fleetPatches(object: KubeObject, path: readonly (string | number)[]): readonly Ignored[] {
  return items(at(object, ...path, 'comparePatches')).flatMap((patch, index) =>
    each(patch, {
      where: scope(patch, ['apiVersion', 'kind', 'namespace', 'name']),
      field: [...path, 'comparePatches', index],
      names: ['jsonPointers', 'operations'],
    }),
  );
}

function fleetBundle(object: KubeObject): readonly Ignored[] {
  const targets = items(at(object, 'spec', 'targets'));
  return [
    ...fleetPatches(object, ['spec', 'diff']),
    ...targets.flatMap((_, index) => fleetPatches(object, ['spec', 'targets', index, 'diff'])),
  ];
}

/** Every leaf of a YAML text; text that cannot be read counts as one whole. */
function yamlLeaves(where: string, text: string): readonly string[] {
  const documents = readValues(where, text);
  return documents.flatMap((document) =>
    document.kind === 'problem' ? [`${where} ${text}`] : leaves(document.value, where),
  );
}

function leaves(value: Json, where: string): readonly string[] {
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, child]) => leaves(child, `${where} ${key}`));
  if (isJsonArray(value)) return value.map((item) => `${where} ${textOf(item)}`);
  return value === null ? [] : [`${where} ${textOf(value)}`];
}

const argoSettings =
  /^resource\.(?:customizations\.ignoreDifferences\.|exclusions$|compareoptions$|customizations$)/;

/** facts/reconcilers.md §1d */
function argoConfigMap(object: KubeObject): readonly Ignored[] {
  const data = at(object, 'data');
  if (object.metadata.name !== 'argocd-cm' || !isJsonObject(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    argoSettings.test(key) && typeof value === 'string'
      ? yamlLeaves(key, value).map((text) => ({ text, field: ['data', key] }))
      : [],
  );
}

const byKind: Readonly<Record<string, (object: KubeObject) => readonly Ignored[]>> = {
  'argoproj.io/Application': (object) => argoSpec(object, ['spec']),
  'argoproj.io/ApplicationSet': (object) => argoSpec(object, ['spec', 'template', 'spec']),
  'kustomize.toolkit.fluxcd.io/Kustomization': fluxKustomization,
  'fleet.cattle.io/Bundle': fleetBundle,
  '/ConfigMap': argoConfigMap,
};

/** Annotations and labels on any object; the values are compared without case, as their reconcilers do. */
const marks: Readonly<Record<string, RegExp>> = {
  'argocd.argoproj.io/compare-options': /^ignoreextraneous$/,
  'argocd.argoproj.io/sync-options':
    /^(?:prune=false|prune=confirm|delete=false|skipdryrunonmissingresource=true|respectignoredifferences=true)$/,
  'argocd.argoproj.io/skip-reconcile': /^true$/,
  'argocd.argoproj.io/ignore-healthcheck': /^true$/,
  'kustomize.toolkit.fluxcd.io/reconcile': /^disabled$/,
  'kustomize.toolkit.fluxcd.io/ssa': /^(?:ignore|ifnotpresent|merge)$/,
  'kustomize.toolkit.fluxcd.io/prune': /^disabled$/,
  'helm.toolkit.fluxcd.io/driftdetection': /^disabled$/,
  'helm.sh/resource-policy': /^keep$/,
};

function marked(object: KubeObject, map: 'labels' | 'annotations'): readonly Ignored[] {
  return Object.entries(marks).flatMap(([key, pattern]) => {
    const value = at(object, 'metadata', map, key);
    if (typeof value !== 'string') return [];
    const options = value.split(',').map((option) => option.trim());
    return options
      .filter((option) => pattern.test(option.toLowerCase()))
      .map((option) => ({ text: `${key}: ${option}`, field: ['metadata', map, key] }));
  });
}

/** Each text once. `key` is the group and kind, such as `argoproj.io/Application`. */
export function ignoredBy(object: KubeObject, key: string): readonly Ignored[] {
  const own = Object.hasOwn(byKind, key) ? byKind[key]?.(object) : undefined;
  const all = [...(own ?? []), ...marked(object, 'labels'), ...marked(object, 'annotations')];
  return [...new Map(all.toReversed().map((one) => [one.text, one])).values()].toReversed();
}
