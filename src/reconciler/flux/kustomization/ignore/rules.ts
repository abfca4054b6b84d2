/** The `spec.ignore` of a Kustomization -> the fields that its controller leaves as they live, and on which objects (facts/reconcilers.md §3d). */
import { listAt, objectAt, textAt, textMapAt, textsAt } from '../../../../object/fields.ts';
import { groupVersionOf } from '../../../../object/identity.ts';
import type { JsonObject } from '../../../../object/json.ts';
import { namespaceOf, type KubeObject } from '../../../../object/kube-object.ts';
import type { KustomizationUnit } from '../../flux-unit.ts';
import { isAtLeast } from '../../units/version.ts';
import { labelSelector } from './label-selector.ts';
import { fullMatch } from './regular-expression.ts';

export interface IgnoreRule {
  /** JSON pointers. */
  readonly paths: readonly string[];
  /** As it is written. */
  readonly target: JsonObject;
  /** Undefined where the target cannot be read here. */
  readonly matches: ((object: KubeObject) => boolean) | undefined;
}

/** None before 1.9. */
export function rulesOf({ declared, installation }: KustomizationUnit): readonly IgnoreRule[] {
  if (!isAtLeast(installation.versions.kustomize, 'kustomize', { major: 1, minor: 9 })) return [];
  return listAt(declared.spec, 'ignore').map((rule) => {
    const target = objectAt(rule, 'target');
    return { paths: textsAt(rule, 'paths'), target, matches: matching(target) };
  });
}

type Matches = (object: KubeObject) => boolean;

const parts: Readonly<Record<string, (object: KubeObject) => string>> = {
  group: ({ apiVersion }) => groupVersionOf(apiVersion).group,
  version: ({ apiVersion }) => groupVersionOf(apiVersion).version,
  kind: ({ kind }) => kind,
  name: ({ metadata }) => metadata.name,
  namespace: namespaceOf,
};

/** What is not named fits all. */
function matching(target: JsonObject): Matches | undefined {
  const named = Object.entries(parts).flatMap(([key, textOf]) => {
    const pattern = textAt(target, key);
    return pattern === '' ? [] : [{ fits: fullMatch(pattern), textOf }];
  });
  const marked = (['labels', 'annotations'] as const).flatMap((place) => {
    const selector = textAt(target, place === 'labels' ? 'labelSelector' : 'annotationSelector');
    return selector === '' ? [] : [{ fits: labelSelector(selector), place }];
  });
  if ([...named, ...marked].some(({ fits }) => fits === undefined)) return undefined;
  return (object) =>
    named.every(({ fits, textOf }) => fits?.(textOf(object)) === true) &&
    marked.every(({ fits, place }) => fits?.(textMapAt(object, 'metadata', place)) === true);
}
