/** A declared object laid over the live one, maps merged and lists replaced: what stands in where no server merged them. */
import { isJsonObject, type Json, type JsonObject } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export function overlaid(live: KubeObject | undefined, declared: KubeObject): KubeObject {
  if (live === undefined) return declared;
  const { apiVersion, kind, metadata } = declared;
  const merged = merge(live, declared);
  return {
    ...merged,
    apiVersion,
    kind,
    metadata: { ...merge(live.metadata, metadata), name: metadata.name },
  };
}

function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(under, key) ? under[key] : undefined;
    const both = isJsonObject(below) && isJsonObject(value) ? merge(below, value) : value;
    Object.defineProperty(merged, key, { value: both, enumerable: true, writable: true, configurable: true });
  }
  return merged;
}
