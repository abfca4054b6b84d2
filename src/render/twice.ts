/** The objects of one render -> each once, as the reconciler leaves it; and what was said of one that is declared twice. */
import { canonicalJson } from '../object/canonical.ts';
import { identityKey, identityOf } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';
import { unseen, type Unseen } from './rendering.ts';

export interface Once {
  readonly declared: readonly Declared[];
  readonly unseen: readonly Unseen[];
}

/**
 * kubectl applies both and Argo CD the last (facts/reconcilers.md §1a): the last one stays. The same words twice are
 * one object without a word about it, for nothing else can come of it.
 */
export function onceEach(declared: readonly Declared[]): Once {
  const last = new Map<string, Declared>();
  const notSeen: Unseen[] = [];
  for (const [index, one] of declared.entries()) {
    const identity = identityOf(one.object);
    // Each apply of a generateName makes another object.
    const key = identity.name.endsWith('*') ? String(index) : identityKey(identity);
    const before = last.get(key);
    if (before !== undefined && canonicalJson(before.object) !== canonicalJson(one.object)) {
      notSeen.push(unseen('source-unreadable', twice(before.origin, one.origin), identity));
    }
    last.delete(key);
    last.set(key, one);
  }
  return { declared: [...last.values()], unseen: notSeen };
}

function twice(first: Place | undefined, second: Place | undefined): string {
  const places = [first, second].map((place) =>
    place === undefined ? 'an unknown place' : `${place.file}:${String(place.line)}`,
  );
  return `it is declared twice, at ${places.join(' and ')}: the last one stays, and what the first one says was not reviewed`;
}
