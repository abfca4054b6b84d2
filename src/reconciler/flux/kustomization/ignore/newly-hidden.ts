/** A Kustomization on both sides and its live objects -> the fields that it ignores from now on. */
import { canonicalJson } from '../../../../object/canonical.ts';
import type { FieldPath } from '../../../../object/field-path.ts';
import { identityOf, unversioned } from '../../../../object/identity.ts';
import { keysIn } from '../../../../object/json-pointer.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import type { NewlyHidden } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit, type KustomizationUnit } from '../../flux-unit.ts';
import { kustomizeGroup } from '../../units/reads.ts';
import { valueAt } from './pointer.ts';
import { rulesOf, type IgnoreRule } from './rules.ts';

/** What comes with a new Kustomization hides nothing that was seen before. */
export function newlyHidden(
  base: Unit | undefined,
  head: Unit,
  live: readonly KubeObject[],
): readonly NewlyHidden[] {
  if (base === undefined) return [];
  const known = new Set(rulesOf(kustomizationUnit(base)).flatMap(keysOf));
  const settings = kustomizationUnit(head);
  return rulesOf(settings).flatMap((rule) => {
    const paths = rule.paths.filter((path) => !known.has(keyOf(rule, path)));
    if (paths.length === 0) return [];
    return [
      {
        writtenIn: { group: kustomizeGroup, kind: 'Kustomization', ...nameOf(settings) },
        place: head.declaration.place,
        rule: `${paths.join(', ')} of ${targetText(rule)}`,
        hidden: live.flatMap((object) => hiddenOn(object, { ...rule, paths })),
        stillWritten: false,
      },
    ];
  });
}

function nameOf({ declared: { namespace, name } }: KustomizationUnit): {
  readonly namespace: string;
  readonly name: string;
} {
  return { namespace, name };
}

function keysOf(rule: IgnoreRule): readonly string[] {
  return rule.paths.map((path) => keyOf(rule, path));
}

function keyOf({ target }: IgnoreRule, path: string): string {
  return canonicalJson({ target, path });
}

/** One whose target is not read here may fit all of them. */
function hiddenOn(object: KubeObject, { paths, matches }: IgnoreRule): NewlyHidden['hidden'] {
  if (matches?.(object) === false) return [];
  const fields = paths.map(keysIn).filter((keys) => valueAt(object, keys) !== undefined);
  return fields.length === 0
    ? []
    : [{ object: unversioned(identityOf(object)), fields: fields.map(fieldPath) }];
}

function fieldPath(keys: readonly string[]): FieldPath {
  return keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

function targetText({ target }: IgnoreRule): string {
  const parts = Object.entries(target).map(
    ([key, value]) => `${key} ${typeof value === 'string' ? value : canonicalJson(value)}`,
  );
  return parts.length === 0 ? 'all objects' : parts.join(', ');
}
