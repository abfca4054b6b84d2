/** The data of argocd-cm -> the ignore rules, exclusions and inclusions of the whole installation, and keys that cannot be read. */
import { at, isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import type { ArgoIgnoreRule, ArgoInstallation } from '../application.ts';
import { rolloutPods } from '../defaults.ts';
import type { Data } from './argocd-resource.ts';
import { flagAt, objectAt, textAt, textsAt } from '../../../object/fields.ts';

export type IgnoreSettings = Pick<
  ArgoInstallation,
  | 'ignoreDifferences'
  | 'ignoreResourceStatusField'
  | 'ignoreAggregatedRoles'
  | 'knownTypeFields'
  | 'exclusions'
  | 'inclusions'
>;

/** `broken` collects the keys whose value is no YAML of that form: Argo CD fails on them. */
export function ignoreSettings(config: Data, broken: string[]): IgnoreSettings {
  const read = (key: string): Json | undefined => {
    const text = config[key] ?? '';
    const [document] = text === '' ? [] : readValues(key, text);
    if (document?.kind === 'problem') broken.push(key);
    return document?.kind === 'other' ? document.value : undefined;
  };
  const options = read('resource.compareoptions');
  return {
    ignoreDifferences: [...wholeRules(read('resource.customizations')), ...splitRules(config, read)],
    ignoreResourceStatusField: statusField(
      isJsonObject(options) ? options['ignoreResourceStatusField'] : undefined,
    ),
    ignoreAggregatedRoles: flagAt(options, 'ignoreAggregatedRoles'),
    knownTypeFields: knownTypeFields(config, read),
    exclusions: filters(read('resource.exclusions')),
    inclusions: filters(read('resource.inclusions')),
  };
}

/** YAML reads a bare `off` as false; what is not known is `all` (util/settings). */
function statusField(value: Json | undefined): ArgoInstallation['ignoreResourceStatusField'] {
  if (value === 'crd') return 'crd';
  return value === 'none' || value === 'off' || value === 'false' || value === false ? 'none' : 'all';
}

function filters(value: Json | undefined): ArgoInstallation['exclusions'] {
  return (isJsonArray(value) ? value : []).map((item) => ({
    apiGroups: [...textsAt(item, 'apiGroups')],
    kinds: [...textsAt(item, 'kinds')],
    clusters: [...textsAt(item, 'clusters')],
  }));
}

/** The old form: one YAML of all kinds, in which each part is YAML again. */
function wholeRules(value: Json | undefined): readonly ArgoIgnoreRule[] {
  return Object.entries(objectAt(value)).flatMap(([key, customization]) => {
    const text = textAt(customization, 'ignoreDifferences');
    const [document] = text === '' ? [] : readValues(key, text);
    return document?.kind === 'other' && isJsonObject(document.value) ? [rule(key, document.value)] : [];
  });
}

const prefix = 'resource.customizations.ignoreDifferences.';

function splitRules(config: Data, read: (key: string) => Json | undefined): readonly ArgoIgnoreRule[] {
  return Object.keys(config).flatMap((key) => {
    if (!key.startsWith(prefix)) return [];
    const value = read(key);
    return isJsonObject(value) ? [rule(key.slice(prefix.length).replace('_', '/'), value)] : [];
  });
}

/** `group/Kind`, a kind of the core group alone, or `all`. */
function kindOf(key: string): { readonly group: string; readonly kind: string } {
  if (key === 'all') return { group: '*', kind: '*' };
  const slash = key.indexOf('/');
  return { group: slash < 0 ? '' : key.slice(0, slash), kind: key.slice(slash + 1) };
}

function rule(key: string, value: JsonObject): ArgoIgnoreRule {
  return {
    ...kindOf(key),
    namespace: null,
    name: null,
    jsonPointers: [...textsAt(value, 'jsonPointers')],
    jqPathExpressions: [...textsAt(value, 'jqPathExpressions')],
    managedFieldsManagers: [...textsAt(value, 'managedFieldsManagers')],
  };
}

const typePrefix = 'resource.customizations.knownTypeFields.';

/** Of both forms. */
function knownTypeFields(
  config: Data,
  read: (key: string) => Json | undefined,
): ArgoInstallation['knownTypeFields'] {
  const whole = Object.entries(objectAt(read('resource.customizations'))).map(
    ([key, customization]) => [key, at(customization, 'knownTypeFields')] as const,
  );
  const split = Object.keys(config)
    .filter((key) => key.startsWith(typePrefix))
    .map((key) => [key.slice(typePrefix.length).replace('_', '/'), read(key)] as const);
  const stated = [...whole, ...split].flatMap(([key, list]) =>
    (isJsonArray(list) ? list : []).map((item) => ({
      ...kindOf(key),
      field: textAt(item, 'field'),
      type: textAt(item, 'type'),
    })),
  );
  const known = stated.filter(({ type }) => isKnownType.test(type));
  const isOfRollouts = known.some(
    ({ group, kind }) => group === rolloutPods.group && kind === rolloutPods.kind,
  );
  return isOfRollouts ? known : [...known, rolloutPods];
}

/** Argo CD passes over others. */
const isKnownType = /^(?:core\/v1\/\w+|core\/Quantity|meta\/v1\/Duration)$/;
