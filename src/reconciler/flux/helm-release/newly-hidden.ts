/** A HelmRelease on both sides and its live objects -> the ignore rules of its drift detection that head has and base had not. */
import { isDeepStrictEqual } from 'node:util';
import { listAt, textMapAt, textsAt } from '../../../object/fields.ts';
import type { FieldPath } from '../../../object/field-path.ts';
import { identityOf, unversioned } from '../../../object/identity.ts';
import { keysIn } from '../../../object/json-pointer.ts';
import { at, type Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { NewlyHidden } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import { driftModeOf } from './drift.ts';
import { driftRulesOf } from './drift-rule.ts';
import { isOwnedBy } from '../../helm-ownership.ts';
import { releaseTargetOf } from './release-target.ts';

/** The next upgrade writes all fields, whatever the rules say. */
export function newlyHidden(
  base: Unit | undefined,
  head: Unit,
  live: readonly KubeObject[],
): readonly NewlyHidden[] {
  const settings = helmReleaseUnit(head);
  if (base === undefined || driftModeOf(settings) === 'disabled') return [];
  const before = listAt(helmReleaseUnit(base).declared.spec, 'driftDetection', 'ignore');
  const { release: name, namespace } = releaseTargetOf(settings.declared);
  const own = live.filter((object) => isOwnedBy(object, { name, namespace }));
  const rules = listAt(settings.declared.spec, 'driftDetection', 'ignore');
  const isNew = (rule: Json): boolean => !before.some((each) => isDeepStrictEqual(each, rule));
  return rules.filter(isNew).map((rule) => ({
    writtenIn: {
      group: 'helm.toolkit.fluxcd.io',
      kind: 'HelmRelease',
      namespace: settings.declared.namespace,
      name: settings.declared.name,
    },
    place: head.declaration.place,
    rule: textOf(rule),
    hidden: hiddenBy(rule, own),
    stillWritten: true,
  }));
}

function textOf(rule: Json): string {
  const target = Object.values(textMapAt(rule, 'target')).join(' ');
  const paths = textsAt(rule, 'paths').map((path) => (path === '' ? 'everything' : path));
  return `${paths.join(', ')} of ${target === '' ? 'all objects' : target}`;
}

/** A pattern that is not read here may mean each of them. */
function hiddenBy(rule: Json, objects: readonly KubeObject[]): NewlyHidden['hidden'] {
  const [only] = driftRulesOf({ driftDetection: { ignore: [rule] } });
  return objects.flatMap((object) => {
    if (only === undefined || only.matches(object) === false) return [];
    const fields = only.paths.flatMap((pointer): readonly FieldPath[] => {
      const keys = keysIn(pointer);
      return at(object, ...keys) === undefined ? [] : [keys];
    });
    return fields.length === 0 ? [] : [{ object: unversioned(identityOf(object)), fields }];
  });
}
