/** An object and a field -> the managers that own the field, from metadata.managedFields. */
import { canonicalJson } from '../object/canonical.ts';
import type { FieldPath, FieldStep } from '../object/field-path.ts';
import type { Json } from '../object/json.ts';
import { at, isJsonArray, isJsonObject, jsonIn } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export interface Owner {
  readonly manager: string;
  readonly operation: string;
  /** Such as `scale`; empty for the object itself. */
  readonly subresource: string;
  /** RFC 3339; empty when it is not recorded. */
  readonly time: string;
}

interface Entry extends Owner {
  readonly fields: Json | undefined;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function entries(object: KubeObject): readonly Entry[] {
  const list = object.metadata['managedFields'];
  if (!isJsonArray(list)) return [];
  return list.map((entry) => ({
    manager: text(at(entry, 'manager')),
    operation: text(at(entry, 'operation')),
    subresource: text(at(entry, 'subresource')),
    time: text(at(entry, 'time')),
    fields: at(entry, 'fieldsV1'),
  }));
}

/** The key of FieldsV1 for a step: `f:name`, `k:{…}`, `v:…`, `i:0`. The server's key order in `k:` is its own. */
function isKeyOf(key: string, step: FieldStep): boolean {
  if (typeof step === 'string') return key === `f:${step}`;
  if (typeof step === 'number') return key === `i:${step}`;
  const [sign, wanted] = 'keys' in step ? ['k:', step.keys] : ['v:', step.value];
  if (!key.startsWith(sign)) return false;
  const value = jsonIn(key.slice(2));
  return value !== undefined && canonicalJson(value) === canonicalJson(wanted);
}

/** A leaf owns all below it: a scalar, an atomic map or an atomic list. */
function owns(node: Json | undefined, path: FieldPath): boolean {
  if (!isJsonObject(node)) return false;
  const keys = Object.keys(node);
  const [step, ...rest] = path;
  if (step === undefined || keys.length === 0) return true;
  const key = keys.find((candidate) => isKeyOf(candidate, step));
  return key !== undefined && owns(node[key], rest);
}

/** The one who wrote last comes first. */
export function ownersOf(object: KubeObject, path: FieldPath): readonly Owner[] {
  return entries(object)
    .filter(
      (entry) =>
        isJsonObject(entry.fields) && Object.keys(entry.fields).length > 0 && owns(entry.fields, path),
    )
    .sort((a, b) => Number(a.time < b.time) - Number(a.time > b.time));
}

export function managersOf(object: KubeObject): readonly string[] {
  return [...new Set(entries(object).map((entry) => entry.manager))].sort();
}

/** Whether the newest record of this manager is of an Apply; of two of one second, the Apply counts. */
export function wroteLastByApply(object: KubeObject, manager: string): boolean {
  const own = entries(object).filter((entry) => entry.manager === manager && entry.subresource === '');
  const newest = own
    .map(({ time }) => time)
    .sort()
    .at(-1);
  return own.some(({ operation, time }) => operation === 'Apply' && time === newest);
}
