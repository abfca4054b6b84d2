/** An object -> everything that it tells a reconciler to look away from, one text each. */
import { canonicalJson } from '../object/canonical.ts';
import type { Json, JsonObject } from '../object/json.ts';
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

/** Each list in the rule holds independent ways to hide; one more item hides more. */
function each(rule: Json, where: string, lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => items(at(rule, list)).map((item) => `${where} ${textOf(item)}`));
}

function textOf(item: Json): string {
  return typeof item === 'string' ? item : canonicalJson(item);
}

const argoLists = ['jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'];

function argoSpec(spec: Json | undefined): readonly string[] {
  const rules = items(at(spec, 'ignoreDifferences')).flatMap((rule) =>
    each(rule, scope(rule, ['group', 'kind', 'namespace', 'name']), argoLists),
  );
  const options = items(at(spec, 'syncPolicy', 'syncOptions'));
  const respects = options.filter((option) => option === 'RespectIgnoreDifferences=true').map(textOf);
  return [...rules, ...respects];
}

function fluxKustomization(object: KubeObject): readonly string[] {
  return items(at(object, 'spec', 'ignore')).flatMap((rule) =>
    each(rule, canonicalJson(at(rule, 'target') ?? {}), ['paths']),
  );
}

function fleetPatches(diff: Json | undefined): readonly string[] {
  return items(at(diff, 'comparePatches')).flatMap((patch) =>
    each(patch, scope(patch, ['apiVersion', 'kind', 'namespace', 'name']), ['jsonPointers', 'operations']),
  );
}

function fleetBundle(object: KubeObject): readonly string[] {
  const targets = items(at(object, 'spec', 'targets'));
  return [at(object, 'spec', 'diff'), ...targets.map((target) => at(target, 'diff'))].flatMap(fleetPatches);
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
function argoConfigMap(object: KubeObject): readonly string[] {
  const data = at(object, 'data');
  if (object.metadata.name !== 'argocd-cm' || !isJsonObject(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    argoSettings.test(key) && typeof value === 'string' ? yamlLeaves(key, value) : [],
  );
}

const byKind: Readonly<Record<string, (object: KubeObject) => readonly string[]>> = {
  'argoproj.io/Application': (object) => argoSpec(at(object, 'spec')),
  'argoproj.io/ApplicationSet': (object) => argoSpec(at(object, 'spec', 'template', 'spec')),
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

function marked(map: JsonObject): readonly string[] {
  return Object.entries(marks).flatMap(([key, pattern]) => {
    const value = Object.hasOwn(map, key) ? map[key] : undefined;
    if (typeof value !== 'string') return [];
    const options = value.split(',').map((option) => option.trim());
    return options
      .filter((option) => pattern.test(option.toLowerCase()))
      .map((option) => `${key}: ${option}`);
  });
}

/** `key` is the group and kind, such as `argoproj.io/Application`. */
export function ignoredBy(object: KubeObject, key: string): readonly string[] {
  const { labels, annotations } = object.metadata;
  const maps = [labels, annotations].filter((map) => isJsonObject(map));
  const own = Object.hasOwn(byKind, key) ? byKind[key]?.(object) : undefined;
  return [...new Set([...(own ?? []), ...maps.flatMap(marked)])];
}
