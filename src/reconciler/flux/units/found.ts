/** The name of an object in a home -> the object as this side has it: as Git declares it, else as it lives there. */
import { objectAt } from '../../../object/fields.ts';
import { canonicalJson } from '../../../object/canonical.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import { settled } from './candidate.ts';
import type { Collected } from './collect.ts';
import { keyIn, ownerKeyOf } from './control.ts';
import type { Control } from './control.ts';
import { asApplied } from './as-applied.ts';

export interface Name {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Found {
  readonly object: KubeObject;
  readonly place: Place | undefined;
  readonly live: KubeObject | undefined;
  readonly from: 'git' | 'cluster';
}

export function findIn(collected: Collected, control: Control, name: Name): Found | undefined {
  const key = keyIn(control, name);
  const candidate = settled(collected.declared.get(key) ?? [])?.candidate;
  if (candidate !== undefined) {
    const { object, place, live } = candidate;
    return { object: asApplied(object, live), place, live, from: 'git' };
  }
  const live = control.live?.get(key);
  if (live !== undefined) {
    const known = { object: live, place: undefined, live, from: 'cluster' as const };
    return isRemoved(collected, control, live) ? undefined : known;
  }
  return control.cluster === undefined ? inFiles(collected, control, name) : undefined;
}

/** The Kustomization that applied it renders on this side, without it, and prunes. */
function isRemoved({ declared, looked }: Collected, control: Control, live: KubeObject): boolean {
  const owner = ownerKeyOf(live, control);
  if (owner === undefined || !looked.has(owner)) return false;
  const spec = objectAt(
    settled(declared.get(owner) ?? [])?.candidate.object ?? control.live?.get(owner),
    'spec',
  );
  return spec['prune'] === true;
}

/** Where the home is not known, neither is who applies the source: one of the name counts if there is no other. */
function inFiles({ declared, loose }: Collected, { scope }: Control, name: Name): Found | undefined {
  const wide =
    scope === '' ? undefined : settled(declared.get(keyIn({ cluster: undefined, scope: '' }, name)) ?? []);
  if (wide !== undefined) {
    const { object, place } = wide.candidate;
    return { object, place, live: undefined, from: 'git' };
  }
  const named = loose.filter(
    ({ object }) =>
      object.kind === name.kind &&
      object.metadata.name === name.name &&
      [name.namespace, ''].includes(namespaceOf(object)),
  );
  const [first] = named;
  const specs = new Set(named.map(({ object }) => canonicalJson(objectAt(object, 'spec'))));
  if (first === undefined || specs.size > 1) return undefined;
  return { object: first.object, place: first.place, live: undefined, from: 'git' };
}
