/** The objects of one render -> the first that is declared twice, with both places. */
import { identityKey, identityOf, type Identity } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';

export interface Twice {
  readonly message: string;
  /** Of the second. */
  readonly place: Place | undefined;
}

export function declaredTwice(declared: readonly Declared[]): Twice | undefined {
  const seen = new Map<string, Declared>();
  for (const one of declared) {
    const identity = identityOf(one.object);
    // Each apply of a generateName makes another object.
    if (identity.name.endsWith('*')) continue;
    const key = identityKey(identity);
    const before = seen.get(key);
    if (before !== undefined) return twice(identity, before.origin, one.origin);
    seen.set(key, one);
  }
  return undefined;
}

function twice(identity: Identity, first: Place | undefined, second: Place | undefined): Twice {
  const namespace = identity.namespace === '' ? '' : ` in namespace ${identity.namespace}`;
  const places = [first, second].map((place) => (place === undefined ? 'an unknown place' : shown(place)));
  return {
    message: `${identity.kind} ${identity.name}${namespace} is declared twice: ${places.join(' and ')}`,
    place: second ?? first,
  };
}

function shown({ file, line }: Place): string {
  return `${file}:${String(line)}`;
}
