/** A bundle on both sides and its live objects -> the `diff.comparePatches` that are new, and what they keep from being shown as modified. */
import type { FieldPath } from '../../../object/field-path.ts';
import { groupVersionOf, identityOf, unversioned } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { keysIn } from '../../../object/json-pointer.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { canonicalJson } from '../../../object/canonical.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import type { NewlyHidden } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { fleetUnit } from '../fleet-unit.ts';

/** Helm writes the fields all the same. */
export function newlyHidden(
  base: Unit | undefined,
  head: Unit,
  live: readonly KubeObject[],
): readonly NewlyHidden[] {
  // What comes with a new bundle hides nothing that was seen before.
  if (base === undefined) return [];
  const known = new Set(patchesOf(base).map(canonicalJson));
  const { bundle } = fleetUnit(head);
  return patchesOf(head)
    .filter((patch) => !known.has(canonicalJson(patch)))
    .map((patch) => ({
      writtenIn: { group: 'fleet.cattle.io', kind: 'Bundle', namespace: bundle.workspace, name: bundle.name },
      place: head.declaration.place,
      rule: ruleOf(patch),
      hidden: live.flatMap((object) => {
        const fields = matches(patch, object) ? fieldsOf(patch, object) : [];
        return fields.length === 0 ? [] : [{ object: unversioned(identityOf(object)), fields }];
      }),
      stillWritten: true,
    }));
}

function patchesOf(unit: Unit): readonly JsonObject[] {
  return listAt(fleetUnit(unit).options, 'diff', 'comparePatches').filter(isJsonObject);
}

function ruleOf(patch: JsonObject): string {
  const paths = [
    ...textsAt(patch, 'jsonPointers'),
    ...listAt(patch, 'operations').map((each) => `${textAt(each, 'op')} ${textAt(each, 'path')}`.trim()),
  ];
  const { group } = groupVersionOf(textAt(patch, 'apiVersion'));
  const kind = textAt(patch, 'kind');
  const name = textAt(patch, 'name');
  return `${paths.join(', ')} of ${group === '' ? kind : `${group}/${kind}`}${name === '' ? '' : ` ${name}`}`;
}

/** An empty part is any. */
function matches(patch: JsonObject, object: KubeObject): boolean {
  const { group } = groupVersionOf(textAt(patch, 'apiVersion'));
  const wanted = [
    ['kind', object.kind],
    ['name', object.metadata.name],
    ['namespace', namespaceOf(object)],
  ] as const;
  if (textAt(patch, 'apiVersion') !== '' && group !== groupVersionOf(object.apiVersion).group) return false;
  return wanted.every(([key, value]) => textAt(patch, key) === '' || textAt(patch, key) === value);
}

function fieldsOf(patch: JsonObject, object: KubeObject): readonly FieldPath[] {
  const operations = listAt(patch, 'operations');
  if (operations.some((each) => textAt(each, 'op') === 'ignore')) {
    return Object.keys(object)
      .filter((key) => !['apiVersion', 'kind', 'metadata', 'status'].includes(key))
      .map((key) => [key]);
  }
  const pointers = [...textsAt(patch, 'jsonPointers'), ...operations.map((each) => textAt(each, 'path'))];
  return pointers.flatMap((pointer) => {
    const path = pathTo(object, keysIn(pointer));
    return path === undefined || path.length === 0 ? [] : [path];
  });
}

/** Undefined where the object has no such field. */
function pathTo(object: KubeObject, keys: readonly string[]): FieldPath | undefined {
  const path: (string | number)[] = [];
  let here: Json = object;
  for (const key of keys) {
    const step: string | number = isJsonArray(here) ? Number(key) : key;
    const next: Json | undefined = at(here, step);
    if (next === undefined) return undefined;
    path.push(step);
    here = next;
  }
  return path;
}
