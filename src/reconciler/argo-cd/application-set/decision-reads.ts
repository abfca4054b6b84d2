/**
 * ApplicationSets that live, and what was seen so far -> the ConfigMaps that their clusterDecisionResource generators
 * name, and the resources that these name. What a pull request names is not read: it must not choose what is.
 */
import type { Gap } from '../../../object/gap.ts';
import { at, type Json } from '../../../object/json.ts';
import { type KubeObject, namespaceOf } from '../../../object/kube-object.ts';
import type { HomeRead } from '../../declarations.ts';
import { listAt, textAt } from '../../../object/fields.ts';
import { decisionKind } from './decision-kind.ts';

/** All resources of a kind: a pull request may let a set look at another one. */
export function decisionReads(
  namespace: string,
  sets: readonly KubeObject[],
  seen: readonly KubeObject[],
): readonly HomeRead[] {
  const names = new Set(sets.flatMap((set) => referencesIn(at(set, 'spec', 'generators'))));
  const maps = seen.filter(
    (object) => isConfigMap(object) && namespaceOf(object) === namespace && names.has(object.metadata.name),
  );
  const kinds = maps.flatMap((map) => {
    const kind = decisionKind(map);
    return kind.kind === 'made' ? [kind.value] : [];
  });
  return [
    ...[...names].map((name) => ({ group: '', kind: 'ConfigMap', namespace, name })),
    ...kinds.map(({ group, version, resource }) => ({ group, version, kind: resource, namespace })),
  ];
}

export function isConfigMap({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'ConfigMap';
}

/** Whether a gap is what came of a read. */
export function isAbout({ object }: Gap, { group, kind, name = '*' }: HomeRead): boolean {
  return object?.group === group && object.kind === kind && object.name === name;
}

const nameForm = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Without those that a template makes of what an outer generator gives. */
function referencesIn(generators: Json | undefined): readonly string[] {
  return listAt(generators).flatMap((generator) => {
    const own = textAt(generator, 'clusterDecisionResource', 'configMapRef');
    return [
      ...(nameForm.test(own) ? [own] : []),
      ...referencesIn(at(generator, 'matrix', 'generators')),
      ...referencesIn(at(generator, 'merge', 'generators')),
    ];
  });
}
