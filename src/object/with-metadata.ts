/** An object and labels and annotations -> the object with them; what it has under the same keys is overwritten. */
import { isJsonObject } from './json.ts';
import type { JsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';

export interface Added {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
}

export function withMetadata(object: KubeObject, added: Added): KubeObject {
  const of = (field: 'labels' | 'annotations'): JsonObject => {
    const own = object.metadata[field];
    const all = { ...(isJsonObject(own) ? own : {}), ...added[field] };
    return Object.keys(all).length === 0 ? {} : { [field]: all };
  };
  return { ...object, metadata: { ...object.metadata, ...of('labels'), ...of('annotations') } };
}
