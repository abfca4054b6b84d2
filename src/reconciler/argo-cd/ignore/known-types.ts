/**
 * A field in which two states of an object differ, and the types of core Kubernetes that some fields are said to have ->
 * whether it is one value in two writings: Argo CD writes both as such a type does (util/argo/normalizers/knowntypes_normalizer.go).
 */
import type { FieldPath } from '../../../object/field-path.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../object/json.ts';
import type { ArgoInstallation } from '../application.ts';
import { durationOf } from '../../duration.ts';
import { isSameWriting } from './client-side.ts';

export type KnownTypeField = ArgoInstallation['knownTypeFields'][number];

export interface Difference {
  readonly path: FieldPath;
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

/** `known`: those of the object's kind. What a type does not know, and so drops, is taken for a difference here. */
export function isOneKnownValue({ path, was, is }: Difference, known: readonly KnownTypeField[]): boolean {
  // Items of lists have no name of their own: a field goes through all of them.
  const keys = path.filter((step) => typeof step === 'string');
  return known.some(({ field, type }) => {
    const stated = field.split('.');
    if (!stated.every((key, index) => keys[index] === key)) return false;
    return isSameAs(type, keys.slice(stated.length), { was, is });
  });
}

function isSameAs(type: string, below: readonly string[], { was, is }: Omit<Difference, 'path'>): boolean {
  if (type === 'meta/v1/Duration') return below.length === 0 && isSameDuration(was, is);
  if (isAmount(type, below)) return isScalar(was) && isScalar(is) && isSameWriting(was, is);
  return isLeftOut(was, below) && isLeftOut(is, below);
}

const amounts: ReadonlySet<string> = new Set(['core/Quantity', 'core/v1/ResourceList']);
const holders: ReadonlySet<string> = new Set([
  'limits',
  'requests',
  'overhead',
  'capacity',
  'allocatable',
  'hard',
  'used',
]);
const holding: ReadonlySet<string> = new Set(['sizeLimit', 'divisor']);

function isAmount(type: string, below: readonly string[]): boolean {
  if (amounts.has(type)) return below.length === (type === 'core/Quantity' ? 0 : 1);
  return holders.has(below.at(-2) ?? '') || holding.has(below.at(-1) ?? '');
}

function isScalar(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isSameDuration(was: Json | undefined, is: Json | undefined): boolean {
  const [left, right] = [was, is].map((value) => (typeof value === 'string' ? durationOf(value) : undefined));
  return left !== undefined && left === right;
}

/** An empty list is not written, and `resources` always is. */
function isLeftOut(value: Json | undefined, below: readonly string[]): boolean {
  if (value === undefined || value === null) return true;
  if (isJsonArray(value)) return value.length === 0;
  return below.at(-1) === 'resources' && isJsonObject(value) && Object.keys(value).length === 0;
}
