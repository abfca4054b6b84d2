/** A pattern with `*` and a text or path -> whether it matches; never slower than the product of their lengths. */

/** `*` stands for any text, also for none. */
export function matchesText(pattern: string, text: string): boolean {
  return matchesItems(pattern, text, { any: '*', one: (wanted, given) => wanted === given });
}

/** `*` stays inside one part of a path, `**` stands for any number of parts. */
export function matchesPath(pattern: string, path: string): boolean {
  return matchesItems(pattern.split('/'), path.split('/'), { any: '**', one: matchesText });
}

interface Meaning {
  /** The item that stands for any number of items. */
  readonly any: string;
  one(wanted: string, given: string): boolean;
}

/** Goes back only to the last `any`: an earlier one can do nothing that the last cannot. */
function matchesItems(pattern: ArrayLike<string>, items: ArrayLike<string>, meaning: Meaning): boolean {
  let at = 0;
  let any: { readonly next: number; until: number } | undefined;
  for (let item = 0; item < items.length;) {
    const wanted = pattern[at];
    if (wanted === meaning.any) {
      any = { next: at + 1, until: item };
      at += 1;
    } else if (wanted !== undefined && meaning.one(wanted, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (any === undefined) return false;
    else {
      any.until += 1;
      item = any.until;
      at = any.next;
    }
  }
  while (pattern[at] === meaning.any) at += 1;
  return at === pattern.length;
}
