/** An Application and its installation -> the rules by which their comparison looks away from fields (facts/reconcilers.md §1d). */
import { at, isJsonArray, type Json } from '../../../object/json.ts';
import { identityOf } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { ArgoUnit } from '../application.ts';
import { matchesText } from '../units/glob.ts';

export interface DifferenceRule {
  readonly source: 'application' | 'settings';
  /** Its place in `spec.ignoreDifferences`, or in the settings' list. */
  readonly index: number;
  /** Globs, in which a star also takes a slash or a dot. */
  readonly group: string;
  readonly kind: string;
  /** Empty for all. */
  readonly namespace: string;
  readonly name: string;
  readonly jsonPointers: readonly string[];
  readonly jqPathExpressions: readonly string[];
  readonly managedFieldsManagers: readonly string[];
}

/** The Application's own first, as Argo CD applies them. */
export function rulesOf({ application, installation }: ArgoUnit): readonly DifferenceRule[] {
  const declared = at(application.spec, 'ignoreDifferences');
  const own = (isJsonArray(declared) ? declared : []).map(declaredRule);
  const settings = installation.ignoreDifferences.map((rule, index): DifferenceRule => ({
    ...rule,
    source: 'settings',
    index,
    namespace: rule.namespace ?? '',
    name: rule.name ?? '',
  }));
  return [...own, ...settings, ...statusRule(installation.ignoreResourceStatusField, settings.length)];
}

export function declaredRule(rule: Json, index: number): DifferenceRule {
  return {
    source: 'application',
    index,
    group: textAt(rule, 'group'),
    kind: textAt(rule, 'kind'),
    namespace: textAt(rule, 'namespace'),
    name: textAt(rule, 'name'),
    jsonPointers: textsAt(rule, 'jsonPointers'),
    jqPathExpressions: textsAt(rule, 'jqPathExpressions'),
    managedFieldsManagers: textsAt(rule, 'managedFieldsManagers'),
  };
}

function textAt(rule: Json, key: string): string {
  const text = at(rule, key);
  return typeof text === 'string' ? text : '';
}

function textsAt(rule: Json, key: string): readonly string[] {
  const texts = at(rule, key);
  return isJsonArray(texts) ? texts.filter((text) => typeof text === 'string') : [];
}

/** `resource.compareoptions` is the same as a rule of the settings. */
function statusRule(option: 'all' | 'crd' | 'none', index: number): readonly DifferenceRule[] {
  if (option === 'none') return [];
  const [group, kind] = option === 'all' ? ['*', '*'] : ['apiextensions.k8s.io', 'CustomResourceDefinition'];
  return [
    {
      source: 'settings',
      index,
      group,
      kind,
      namespace: '',
      name: '',
      jsonPointers: ['/status'],
      jqPathExpressions: [],
      managedFieldsManagers: [],
    },
  ];
}

export function isFor(rule: DifferenceRule, object: KubeObject): boolean {
  const { group, kind, namespace, name } = identityOf(object);
  return (
    matchesText(rule.group, group) &&
    matchesText(rule.kind, kind) &&
    (rule.name === '' || rule.name === name) &&
    (rule.namespace === '' || rule.namespace === namespace)
  );
}

/** Settings are looked up by the exact group and kind, or for all; a kind without a group is never found. */
export function trustedManagers(rules: readonly DifferenceRule[], object: KubeObject): ReadonlySet<string> {
  const { group, kind } = identityOf(object);
  const trusting = rules.filter((rule) => {
    if (rule.source === 'application') return isFor(rule, object);
    if (rule.group === '*' && rule.kind === '*') return true;
    return group !== '' && rule.group === group && rule.kind === kind;
  });
  return new Set(trusting.flatMap(({ managedFieldsManagers }) => managedFieldsManagers));
}
