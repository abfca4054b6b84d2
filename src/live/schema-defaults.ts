/** An object and the structural schema of its kind -> the same with the defaults that a server would fill in (apiextensions-apiserver pkg/apiserver/schema/defaulting). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../object/json.ts';

export function withDefaults(value: JsonObject, schema: JsonObject): JsonObject {
  const properties = schema['properties'];
  const known = isJsonObject(properties) ? properties : {};
  const filled = Object.entries(known).flatMap(([key, own]): readonly (readonly [string, Json])[] => {
    if (!isJsonObject(own)) return [];
    const stated = Object.hasOwn(value, key) ? value[key] : undefined;
    const isLeft = stated === undefined || (stated === null && own['nullable'] !== true);
    const filling = isLeft ? (own['default'] ?? stated) : stated;
    return filling === undefined ? [] : [[key, defaulted(filling, own)]];
  });
  const others = schema['additionalProperties'];
  const rest = Object.entries(value).map(([key, each]): readonly [string, Json] => [
    key,
    isJsonObject(others) ? defaulted(each, others) : each,
  ]);
  return Object.fromEntries([...rest, ...filled]);
}

function defaulted(value: Json, schema: JsonObject): Json {
  if (isJsonObject(value)) return withDefaults(value, schema);
  const items = schema['items'];
  return isJsonArray(value) && isJsonObject(items) ? value.map((each) => defaulted(each, items)) : value;
}
