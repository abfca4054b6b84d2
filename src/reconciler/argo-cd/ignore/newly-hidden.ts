/** An Application on both sides and its live objects -> the ignore rules that hide more than before, and what they hide. */
import { identityOf, type Identity } from '../../../object/identity.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { NewlyHidden } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { syncPolicyOf } from '../sync/policy.ts';
import { hiddenFields } from './hidden-fields.ts';
import { rulesOf, type DifferenceRule } from './rule.ts';
import { widenedRules } from './widened.ts';

/** One that does not compile hides nothing: it ends the comparison, which is told as that. */
export async function newlyHidden(
  base: Unit | undefined,
  head: Unit,
  live: readonly KubeObject[],
): Promise<readonly NewlyHidden[]> {
  // What comes with a new Application hides nothing that was seen before.
  if (base === undefined) return [];
  const settings = argoUnit(head);
  const stillWritten = !syncPolicyOf(settings).options.includes('RespectIgnoreDifferences=true');
  const found: NewlyHidden[] = [];
  for (const rule of widenedRules(rulesOf(argoUnit(base)), rulesOf(settings))) {
    const hidden = await hiddenFields(live, rule);
    found.push({
      writtenIn: writtenIn(settings, rule),
      place: rule.source === 'application' ? head.declaration.place : undefined,
      rule: textOf(rule),
      hidden:
        hidden.kind === 'not-compiled'
          ? []
          : hidden.value.map(({ object, fields }) => ({ object: plain(object), fields })),
      stillWritten,
    });
  }
  return found;
}

function plain(object: KubeObject): Identity {
  const { group, kind, namespace, name } = identityOf(object);
  return { group, kind, namespace, name };
}

function writtenIn({ application, installation }: ArgoUnit, { source }: DifferenceRule): Identity {
  if (source === 'settings') {
    return { group: '', kind: 'ConfigMap', namespace: installation.namespace, name: 'argocd-cm' };
  }
  const [namespace, name] = application.generatedBy?.split('/') ?? [];
  if (namespace !== undefined && name !== undefined) {
    return { group: 'argoproj.io', kind: 'ApplicationSet', namespace, name };
  }
  return {
    group: 'argoproj.io',
    kind: 'Application',
    namespace: application.namespace,
    name: application.name,
  };
}

function textOf(rule: DifferenceRule): string {
  const { jsonPointers, jqPathExpressions, managedFieldsManagers } = rule;
  const what = [
    ...jsonPointers,
    ...jqPathExpressions,
    ...managedFieldsManagers.map((manager) => `all that ${manager} writes`),
  ];
  const kind = rule.group === '' ? rule.kind : `${rule.group}/${rule.kind}`;
  return `${what.join(', ')} of ${kind}${rule.name === '' ? '' : ` ${rule.name}`}`;
}
