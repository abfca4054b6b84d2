/** Objects -> the secrets in them, known to the mask from now on: values of Secrets, and values in secret places of any kind. */
import { credentialsIn } from './credential.ts';
import type { Json, JsonObject } from './json.ts';
import { at, isJsonArray, isJsonObject, jsonIn } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import { namespaceOf } from './kube-object.ts';
import { lastApplied } from './last-applied.ts';
import type { Mask } from './masked.ts';
import type { Secrecy } from './secrecy.ts';
import { isSecretObject, secrecyBelow, secrecyOfItem } from './secrecy.ts';
import { isTelling, tellingLines } from './telling.ts';

function learnValues(mask: Mask, values: Json | undefined, encoded: boolean): void {
  for (const value of scalarsIn(values)) {
    if (value === '') continue;
    if (encoded) mask.learn(Buffer.from(value, 'base64').toString('utf8'));
    mask.learn(value);
  }
}

/** Numbers, booleans and structures where strings belong count too: a wrong type is what servers quote most readily. */
function scalarsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap((each: Json) => scalarsIn(each));
}

function learnSecretObject(mask: Mask, secret: JsonObject): void {
  learnValues(mask, secret['data'], true);
  learnValues(mask, secret['stringData'], false);
  const annotation = at(secret, 'metadata', 'annotations', lastApplied);
  if (typeof annotation !== 'string') return;
  const copy = jsonIn(annotation);
  // An annotation that is no JSON holds nothing that can be told apart: all of it is secret.
  if (!isJsonObject(copy)) mask.learn(annotation);
  else {
    learnValues(mask, copy['data'], true);
    learnValues(mask, copy['stringData'], false);
  }
}

interface Learning {
  readonly mask: Mask;
  /** Not secret, whatever the place: a secret place often holds the name of an object. */
  readonly names: ReadonlySet<string>;
}

/** A server's words may quote a value of any kind of object, without the key that says that it is secret. */
function learnBelow(learning: Learning, value: Json, secrecy: Secrecy): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      learnBelow(learning, item, secrecyOfItem(value, index, secrecy));
    }
  } else if (isJsonObject(value)) learnMap(learning, value, secrecy);
  else if (typeof value === 'string') learnText(learning, value, secrecy);
  else if (secrecy !== 'open' && typeof value === 'number') learnText(learning, String(value), secrecy);
}

function learnMap(learning: Learning, map: JsonObject, secrecy: Secrecy): void {
  if (isSecretObject(map)) learnSecretObject(learning.mask, map);
  for (const [key, value] of Object.entries(map)) {
    const below = secrecyBelow(map, key, secrecy);
    // Deep is what a Secret's values are, and these are learned above.
    if (below === 'deep') continue;
    const copy = key === lastApplied && typeof value === 'string' ? jsonIn(value) : undefined;
    learnBelow(learning, copy ?? value, copy === undefined ? below : 'open');
  }
}

/**
 * Keys and values inside a text (a configuration file, a connection string, an argument) are looked for only where a key
 * or a user's part of a URL could be: what its own form gives away is hidden everywhere without being learned.
 */
const hint = /pass|pwd|token|secret|key|string|cred|auth|htpasswd|docker|kubeconfig|jwt|dsn|:\/\/[^\s/]*@/i;

function learnText({ mask, names }: Learning, text: string, secrecy: Secrecy): void {
  const learn = (value: string): void => {
    const found = value.includes('\n') ? tellingLines(value) : [value].filter(isTelling);
    for (const telling of found) if (!names.has(telling)) mask.learn(telling);
  };
  if (secrecy !== 'open') learn(text);
  if (!hint.test(text)) return;
  for (const { start, end } of credentialsIn(text)) learn(text.slice(start, end));
}

/** Objects that a mask has learned from: the same one is met at several stages. */
const learned = new WeakMap<Mask, WeakSet<KubeObject>>();

/** To be called with every object as soon as it was read or rendered, before any text about it is masked. */
export function learnSecrets(mask: Mask, objects: Iterable<KubeObject>): void {
  const known = learned.get(mask) ?? new WeakSet<KubeObject>();
  learned.set(mask, known);
  const all = [...objects].filter((object) => !known.has(object));
  const names = new Set(all.flatMap((object) => [object.metadata.name, namespaceOf(object)]));
  for (const object of all) {
    known.add(object);
    learnBelow({ mask, names }, withoutOwnership(object), 'open');
  }
}

/** Half of a live object says who owns its fields, by their names and without their values. */
function withoutOwnership(object: KubeObject): JsonObject {
  const { managedFields: _ownership, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** The same for a value that is no object, such as the values of a chart. */
export function learnFromValues(mask: Mask, values: Json): void {
  learnBelow({ mask, names: new Set() }, values, 'open');
}
