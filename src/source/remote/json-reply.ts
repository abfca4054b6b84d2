/** The bytes of a server's answer -> the JSON object in them; undefined where there is none. */
import { type JsonObject, isJsonObject } from '../../object/json.ts';

export function objectIn(body: Buffer | string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
