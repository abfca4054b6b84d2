/** Secrets among objects -> values that the mask hides from now on. */
import type { Json } from './json.ts';
import { at, isJsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import type { Mask } from './masked.ts';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function learnValues(mask: Mask, values: Json | undefined, encoded: boolean): void {
  if (!isJsonObject(values)) return;
  for (const value of Object.values(values)) {
    if (typeof value !== 'string') continue;
    mask.learn(encoded ? Buffer.from(value, 'base64').toString('utf8') : value);
    if (encoded) mask.learn(value);
  }
}

function learnCopy(mask: Mask, annotation: Json | undefined): void {
  if (typeof annotation !== 'string') return;
  try {
    const copy: unknown = JSON.parse(annotation);
    if (!isJsonObject(copy)) return;
    learnValues(mask, copy['data'], true);
    learnValues(mask, copy['stringData'], false);
  } catch {
    // An annotation that is no JSON holds nothing that can be told apart: all of it is secret.
    mask.learn(annotation);
  }
}

/** To be called with every object as soon as it was read or rendered, before any text about it is masked. */
export function learnSecrets(mask: Mask, objects: Iterable<KubeObject>): void {
  for (const object of objects) {
    if (object.kind !== 'Secret' || object.apiVersion !== 'v1') continue;
    learnValues(mask, object['data'], true);
    learnValues(mask, object['stringData'], false);
    learnCopy(mask, at(object, 'metadata', 'annotations', lastApplied));
  }
}
