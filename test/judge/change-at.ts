/** A JSON value, a path and a function -> the value with what stands there changed. */
import { isJsonArray, isJsonObject, type Json } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';

export type Step = string | number;

/** Answers undefined to have the field removed; gets undefined where nothing stands. Maps on the way are made. */
export type Change = (was: Json | undefined) => Json | undefined;

export function changedAt(object: KubeObject, path: readonly Step[], change: Change): KubeObject {
  const changed = changedIn(object, path, change);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no path of an edit leads to kind or metadata.name
  return changed as unknown as KubeObject;
}

function changedIn(value: Json | undefined, path: readonly Step[], change: Change): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (typeof step === 'number') {
    const list = isJsonArray(value) ? value : [];
    return list.flatMap((item, index) => (index === step ? (changedIn(item, rest, change) ?? []) : [item]));
  }
  const map = isJsonObject(value) ? value : {};
  const next = changedIn(map[step], rest, change);
  if (next !== undefined) return { ...map, [step]: next };
  return Object.fromEntries(Object.entries(map).filter(([key]) => key !== step));
}

/** In the middle, where an index would take all that follows for changed. */
export function inserted(list: readonly Json[], item: Json): readonly Json[] {
  return list.toSpliced(Math.floor(list.length / 2), 0, item);
}
