/** A server's words about a Secret -> the same words without values. */

/** Whether values of this kind are secret as such. */
export function isSecretKind(of: { readonly group: string; readonly kind: string }): boolean {
  return of.group === '' && of.kind === 'Secret';
}

const quotation = /((?:Invalid|Unsupported|Duplicate) value:|\bgot\s).*/gs;

/**
 * For Secrets only: from the first value that the server quotes, the rest is dropped. What follows the value may describe
 * it, character by character.
 */
export function withoutValues(message: string): string {
  return message.replaceAll(quotation, (_all, before: string) => `${before.trimEnd()} (hidden)`);
}
