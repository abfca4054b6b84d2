/** The objects of one render -> each once; or the first that is declared twice in different words, with both places. */
import { canonicalJson } from '../object/canonical.ts';
import { identityKey, identityOf, type Identity } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';

export type Once =
  | { readonly kind: 'once'; readonly declared: readonly Declared[] }
  /** `place` is the second's. */
  | { readonly kind: 'twice'; readonly message: string; readonly place: Place | undefined };

/** The same words twice are one object: whichever is applied last, nothing else comes of it (kube-thanos has such files). */
export function onceEach(declared: readonly Declared[]): Once {
  const seen = new Map<string, Declared>();
  const once: Declared[] = [];
  for (const one of declared) {
    const identity = identityOf(one.object);
    const key = identityKey(identity);
    // Each apply of a generateName makes another object.
    const before = identity.name.endsWith('*') ? undefined : seen.get(key);
    if (before === undefined) {
      seen.set(key, one);
      once.push(one);
    } else if (canonicalJson(before.object) !== canonicalJson(one.object)) {
      return twice(identity, before.origin, one.origin);
    }
  }
  return { kind: 'once', declared: once };
}

function twice(identity: Identity, first: Place | undefined, second: Place | undefined): Once {
  const namespace = identity.namespace === '' ? '' : ` in namespace ${identity.namespace}`;
  const places = [first, second].map((place) => (place === undefined ? 'an unknown place' : shown(place)));
  return {
    kind: 'twice',
    message: `${identity.kind} ${identity.name}${namespace} is declared twice: ${places.join(' and ')}`,
    place: second ?? first,
  };
}

function shown({ file, line }: Place): string {
  return `${file}:${String(line)}`;
}
