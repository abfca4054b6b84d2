/** An object -> the same object with one random edit that a person might make, and what the edit is called. */
import { objectKey } from '../../src/object/identity.ts';
import { at, isJsonArray, isJsonObject, type Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { changedAt, type Step } from './change-at.ts';
import { editsOfKinds, refusedEdits } from './edits-of-kinds.ts';
import { editsOfPods } from './edits-of-pods.ts';
import { randomFrom, type Random } from './random.ts';

export interface Edit {
  readonly name: string;
  /** Undefined where the object has nothing of that sort. */
  readonly apply: (object: KubeObject, random: Random) => KubeObject | undefined;
}

export interface Edited {
  readonly object: KubeObject;
  readonly edit: string;
}

const labels: readonly Step[] = ['metadata', 'labels'];
const annotations: readonly Step[] = ['metadata', 'annotations'];

function withoutOne(object: KubeObject, path: readonly Step[], random: Random): KubeObject | undefined {
  const map = at(object, ...path);
  if (!isJsonObject(map) || Object.keys(map).length === 0) return undefined;
  return changedAt(object, [...path, random.pick(Object.keys(map))], () => undefined);
}

function backwards(value: Json | undefined): Json | undefined {
  if (isJsonArray(value)) return value.map((item) => backwards(item) ?? null);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, backwards(member) ?? null]),
  );
}

const editsOfAll: readonly Edit[] = [
  { name: 'untouched', apply: (object) => object },
  { name: 'label added', apply: (object) => changedAt(object, [...labels, 'judge.example/wave'], () => '2') },
  {
    name: 'annotation changed',
    apply: (object, random) => {
      const map = at(object, ...annotations);
      const keys = isJsonObject(map) ? Object.keys(map) : [];
      const key = keys.length === 0 ? 'judge.example/note' : random.pick(keys);
      return changedAt(
        object,
        [...annotations, key],
        (was) => `${typeof was === 'string' ? was : ''} edited`,
      );
    },
  },
  { name: 'label removed', apply: (object, random) => withoutOne(object, labels, random) },
  { name: 'annotation removed', apply: (object, random) => withoutOne(object, annotations, random) },
  { name: 'keys in another order', apply: (object) => changedAt(object, [], backwards) },
  {
    name: 'a timestamp that is null',
    apply: (object) => changedAt(object, ['metadata', 'creationTimestamp'], () => null),
  },
];

export const editNames: readonly string[] = [
  ...editsOfAll,
  ...editsOfPods,
  ...editsOfKinds,
  ...refusedEdits,
].map(({ name }) => name);

/** The same edit for the same object in every run. */
export function edited(object: KubeObject): Edited {
  const random = randomFrom(objectKey(object));
  const dice = random.below(12);
  const wanted = dice === 0 ? refusedEdits : dice < 9 ? [...editsOfPods, ...editsOfKinds] : editsOfAll;
  const edit = pickFrom(wanted, object, random) ?? pickFrom(editsOfAll, object, random);
  return edit ?? { object, edit: 'untouched' };
}

function pickFrom(edits: readonly Edit[], object: KubeObject, random: Random): Edited | undefined {
  const possible = edits.flatMap(({ name, apply }) => {
    const changed = apply(object, random);
    return changed === undefined ? [] : [{ object: changed, edit: name }];
  });
  return possible.length === 0 ? undefined : random.pick(possible);
}
