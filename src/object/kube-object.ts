/** A Kubernetes object as plain JSON, and what a unit's source declares. */
import type { Json, JsonObject } from './json.ts';
import type { Place } from './place.ts';

export interface Metadata extends JsonObject {
  readonly name: string;
}

export interface KubeObject extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
}

/** An object that a render declares, and where its source stands as far as that is certain. */
export interface Declared {
  readonly object: KubeObject;
  readonly origin: Place | undefined;
}

export function namespaceOf(object: KubeObject): string {
  const namespace: Json | undefined = object.metadata['namespace'];
  return typeof namespace === 'string' ? namespace : '';
}
