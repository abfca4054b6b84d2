/** A value -> whether it holds anything that a mask would hide: what holds nothing may be kept where others could read it. */
import { credentialsIn } from './credential.ts';
import type { Json } from './json.ts';
import { isJsonArray, isJsonObject } from './json.ts';
import { isNoSecret } from './secret-key.ts';
import type { Secrecy } from './secrecy.ts';
import { isSecretObject, secrecyBelow, secrecyOfItem } from './secrecy.ts';

export function holdsSecret(value: Json, secrecy: Secrecy = 'open'): boolean {
  if (isJsonArray(value)) {
    return value.some((item, index) => holdsSecret(item, secrecyOfItem(value, index, secrecy)));
  }
  if (isJsonObject(value)) {
    if (isSecretObject(value)) return true;
    return Object.entries(value).some(([key, child]) =>
      holdsSecret(child, secrecyBelow(value, key, secrecy)),
    );
  }
  if (secrecy !== 'open' && value !== null && !isNoSecret(String(value))) return true;
  return typeof value === 'string' && credentialsIn(value).length > 0;
}
