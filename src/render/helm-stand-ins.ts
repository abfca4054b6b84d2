/** Two renders whose only difference is what stands for values that are not known -> one, in which all that depends on them does not say what. */
import { isDeepStrictEqual } from 'node:util';

import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { isUnseen, unseenEncoded, unseenValue } from '../object/unseen-value.ts';
import type { ObjectDocument } from '../object/yaml.ts';
import { unseen, type Unseen } from './rendering.ts';

/** What stands in the second render where the first has `unseenValue`. */
const another = 'another-unseen-value';

export function withOtherStandIns(text: string): string {
  return text.replaceAll(unseenValue, another);
}

export interface StoodIn {
  readonly objects: readonly KubeObject[];
  readonly unseen: readonly Unseen[];
}

export function stoodIn(first: readonly KubeObject[], second: readonly ObjectDocument[]): StoodIn {
  const aligned =
    first.length === second.length && first.every(({ kind }, index) => kind === second[index]?.object.kind);
  if (!aligned) {
    const why = 'values that are not known here decide which objects this chart declares';
    return { objects: first, unseen: [unseen('live-value-needed', why)] };
  }
  const objects = first.map((object, index) => {
    const value = hidden(object, second[index]?.object ?? object);
    return isSameObject(object, value) ? value : object;
  });
  return { objects, unseen: [] };
}

/** Kind and name stay, whatever decides them. */
function isSameObject(object: KubeObject, value: Json): value is KubeObject {
  return isJsonObject(value) && value['kind'] === object.kind && isJsonObject(value['metadata'] ?? null);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;

function hidden(first: Json, second: Json): Json {
  if (isDeepStrictEqual(first, second)) return first;
  if (isJsonArray(first) && isJsonArray(second) && first.length === second.length) {
    return first.map((item, index) => hidden(item, second[index] ?? null));
  }
  if (isJsonObject(first) && isJsonObject(second)) {
    return Object.fromEntries(
      Object.entries(first).map(([key, member]) => [key, hidden(member, second[key] ?? null)]),
    );
  }
  if (typeof first !== 'string') return unseenValue;
  if (isUnseen(first)) return first;
  return base64.test(first) ? unseenEncoded : unseenValue;
}
