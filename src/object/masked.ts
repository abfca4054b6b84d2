/** Text that may leave: our own words, or foreign text after a mask. Reports accept no other. */

declare const brand: unique symbol;
export type Masked = string & { readonly [brand]: true };

/** Our own words; every value put into them must have been masked already, or be a number. */
export function words(strings: TemplateStringsArray, ...values: readonly (Masked | number)[]): Masked {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the two places that make the brand
  return strings.map((part, index) => `${part}${values[index] ?? ''}`).join('') as Masked;
}

/** Hides what is secret in foreign text (a server's, a renderer's or a pull request's words). */
export interface Mask {
  /** Values learned to be secret from now on; short ones are hidden too. */
  learn(secret: string): void;
  text(foreign: string): Masked;
  /** Two states of one text: a change of what is hidden is still told, as `*** (before)` and `*** (after)`. */
  pair(before: string, after: string): readonly [Masked, Masked];
}

export function joined(parts: readonly Masked[], separator: string): Masked {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- joining masked text with a separator of ours
  return parts.join(separator) as Masked;
}
