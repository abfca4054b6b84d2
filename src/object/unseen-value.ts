/** What stands in a render for a value that is not known here, such as one of a live Secret; and where it does. */
import type { FieldPath } from './field-path.ts';
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import { itemStep } from './field-value.ts';

/** Good as a name, a label and a part of a URL: what holds it is refused by the API server as seldom as possible. */
export const unseenValue = 'value-not-seen-by-proofline';

/** As the data of a Secret. */
export const unseenEncoded = Buffer.from(unseenValue).toString('base64');

export function isUnseen(value: Json | undefined): boolean {
  return typeof value === 'string' && (value.includes(unseenValue) || value.includes(unseenEncoded));
}

/** Of the values and of the keys that hold it. */
export function unseenPaths(value: Json, path: FieldPath = []): readonly FieldPath[] {
  if (isUnseen(value)) return [path];
  if (isJsonArray(value)) {
    return value.flatMap((item, index) => unseenPaths(item, [...path, itemStep(item, index)]));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    isUnseen(key) ? [[...path, key]] : unseenPaths(child, [...path, key]),
  );
}
