/** An object -> whether values of it are encrypted by SOPS, so that what it declares cannot be seen here. */
import { isJsonArray, isJsonObject, type Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';

export function isSopsEncrypted(object: KubeObject): boolean {
  const sops = object['sops'];
  if (isJsonObject(sops) && (Object.hasOwn(sops, 'mac') || Object.hasOwn(sops, 'lastmodified'))) return true;
  return holdsCiphertext(object) || holdsEncoded(object);
}

/** A Secret that a generator made of an encrypted file. */
function holdsEncoded({ kind, data }: KubeObject): boolean {
  if (kind !== 'Secret' || !isJsonObject(data)) return false;
  return Object.values(data).some(
    (value) => typeof value === 'string' && holdsCiphertext(Buffer.from(value, 'base64').toString('utf8')),
  );
}

/** Also where a generator packed a whole encrypted file into one value. */
function holdsCiphertext(value: Json): boolean {
  if (typeof value === 'string') return value.includes('ENC[AES256_GCM,data:');
  if (isJsonArray(value)) return value.some(holdsCiphertext);
  return isJsonObject(value) && Object.values(value).some(holdsCiphertext);
}
