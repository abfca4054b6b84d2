/** The bytes of a server's answer -> the JSON object in them; undefined where there is none. */
import { type JsonObject, isJsonObject, jsonIn } from '../../object/json.ts';

export function objectIn(body: Buffer | string): JsonObject | undefined {
  const value = jsonIn(body.toString());
  return isJsonObject(value) ? value : undefined;
}
