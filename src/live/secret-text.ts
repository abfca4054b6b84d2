/** A Secret -> its values known to the mask; a server's words about a Secret -> the same words without values. */
import type { Json } from '../object/json.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { learnSecrets } from '../object/learn-secrets.ts';
import type { Mask } from '../object/masked.ts';

/** Whether values of this kind are secret as such. */
export function isSecretKind(of: { readonly group: string; readonly kind: string }): boolean {
  return of.group === '' && of.kind === 'Secret';
}

/** Numbers, booleans and structures where strings belong count too: a wrong type is what servers quote most readily. */
export function learnSecret(mask: Mask, object: KubeObject): void {
  if (object.kind !== 'Secret') return;
  learnSecrets(mask, [object]);
  for (const value of [...scalarsOf(object['data']), ...scalarsOf(object['stringData'])]) {
    if (value !== '') mask.learn(value);
  }
}

function scalarsOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap((each: Json) => scalarsOf(each));
}

const quotation = /((?:Invalid|Unsupported|Duplicate) value:|\bgot\s).*/gs;

/**
 * For Secrets only: from the first value that the server quotes, the rest is dropped. What follows the value may describe
 * it, character by character.
 */
export function withoutValues(message: string): string {
  return message.replaceAll(quotation, (_all, before: string) => `${before.trimEnd()} (hidden)`);
}
