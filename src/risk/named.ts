/** An identity -> how findings name the object, such as "Deployment `shop/web`". */
import type { Identity } from '../object/identity.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';

/** A backtick would end the code that a name is shown in; no Kubernetes name has one. */
export function quoted(text: string, mask: Mask): Masked {
  return words`\`${mask.text(text.replaceAll('`', "'"))}\``;
}

export function named({ kind, namespace, name }: Identity, mask: Mask): Masked {
  return words`${mask.text(kind)} ${quoted(namespace === '' ? name : `${namespace}/${name}`, mask)}`;
}

/** At most ten; the rest is counted. */
export function listed(texts: readonly string[], mask: Mask): Masked {
  const shown = texts.slice(0, 10).map((text) => quoted(text, mask));
  const [first = words``, ...others] = shown;
  const text = others.reduce((all, next) => words`${all}, ${next}`, first);
  return texts.length > shown.length ? words`${text} and ${texts.length - shown.length} more` : text;
}
