/** A place inside an object -> whether its value is secret by position, whatever it looks like. */
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import type { KubeObject } from './kube-object.ts';
import { isSecretKey } from './secret-key.ts';

/** `deep`: everything below is secret. `value`: a scalar, or a list of scalars, is secret. */
export type Secrecy = 'open' | 'value' | 'deep';

const secretParts = new Set(['data', 'stringData']);

export function isSecretObject(value: Json | undefined): value is KubeObject {
  return isJsonObject(value) && value['kind'] === 'Secret' && value['apiVersion'] === 'v1';
}

/** `{name: DB_PASSWORD, value: …}`, as in env, Helm parameters and HTTP headers. */
function isNamedSecret(parent: Json | undefined, key: string): boolean {
  if (key !== 'value' || !isJsonObject(parent)) return false;
  const name = parent['name'] ?? parent['key'];
  return typeof name === 'string' && isSecretKey(name);
}

/** Below a map key; `parent` is the map. A Secret inside a List or a template counts too. */
export function secrecyBelow(parent: Json | undefined, key: string, secrecy: Secrecy): Secrecy {
  if (secrecy === 'deep') return 'deep';
  if (isSecretObject(parent) && secretParts.has(key)) return 'deep';
  // Copies of a whole Secret are kept in annotations by more than one tool.
  if (isJsonObject(parent) && key.endsWith('last-applied-configuration')) return 'value';
  return isSecretKey(key) || isNamedSecret(parent, key) ? 'value' : 'open';
}

/** Of one item of a list; the value after `--password` is secret. */
export function secrecyOfItem(list: readonly Json[], index: number, secrecy: Secrecy): Secrecy {
  if (secrecy === 'deep') return 'deep';
  const item = list[index];
  if (secrecy === 'value') return isJsonObject(item) || isJsonArray(item) ? 'open' : 'value';
  const before = list[index - 1];
  return typeof before === 'string' && /^--?[A-Za-z][\w.-]*$/.test(before) && isSecretKey(before)
    ? 'value'
    : 'open';
}
