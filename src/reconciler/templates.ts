/** What a reconciler needs of the outside to evaluate Go templates: texts and the values for them, text or error out. */
import type { JsonObject } from '../object/json.ts';

/** Texts that are evaluated with the same values, each for itself: none sees what another one defines. */
export interface TemplateRequest {
  readonly texts: readonly string[];
  readonly values: JsonObject;
  /** Paths in `values` of maps that hold nothing but texts: Go tells `map[string]string` from other maps. */
  readonly textMaps?: readonly (readonly string[])[];
  /** As `goTemplateOptions` has them, such as `missingkey=error`. */
  readonly options: readonly string[];
  /** Whose functions there are, and between what they stand: `{{ }}`, or `${ }` for Fleet. An ApplicationSet's without. */
  readonly dialect?: 'fleet';
  /** Each text is JSON that is evaluated as the YAML which Go makes of it; the result is JSON again. */
  readonly documents?: boolean;
}

/** Both are foreign text, to be masked before they are shown. */
export type TemplateResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string };

export type Evaluated =
  /** One answer a request, in it one result a text, in their order. */
  | { readonly kind: 'evaluated'; readonly answers: readonly (readonly TemplateResult[])[] }
  /** All of them were to be evaluated in vain: too large, too slow, or too hungry. */
  | { readonly kind: 'failed'; readonly message: string }
  /** There is nothing to evaluate them with. */
  | { readonly kind: 'missing'; readonly why: string };

export interface Templates {
  /** In one run of the program: to be asked once for all that is known at a time. */
  evaluate(requests: readonly TemplateRequest[]): Promise<Evaluated>;
}
