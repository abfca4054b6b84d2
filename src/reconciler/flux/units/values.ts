/** A unit's object -> what the ConfigMaps and Secrets hold that it takes values from, as far as this side may see them. */
import { objectAt, textMapAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { FluxReference } from '../flux-unit.ts';
import type { Collected } from './collect.ts';
import { unreadKey } from './control.ts';
import type { Control } from './control.ts';
import { findIn } from './found.ts';
import type { Found } from './found.ts';
import { unitKindOf } from './groups.ts';
import { ownDirectory } from './own-path.ts';
import { referencesIn } from './references.ts';
import type { ValuesReference } from './references.ts';

export interface Taking {
  readonly collected: Collected;
  readonly control: Control;
  readonly live: KubeObject | undefined;
}

export function valuesOf(object: KubeObject, taking: Taking): readonly FluxReference[] {
  return referencesIn(object).map((reference) => ({
    kind: reference.kind,
    name: reference.name,
    optional: reference.optional,
    ...stateOf(reference, taking),
  }));
}

type State = Pick<FluxReference, 'state' | 'data'>;

function stateOf(reference: ValuesReference, taking: Taking): State {
  const { collected, control } = taking;
  const found = findIn(collected, control, reference);
  if (found?.from === 'git') return contentOf(found);
  if (!mayRead(reference, taking)) return { state: 'unseen', data: {} };
  if (found !== undefined) return contentOf(found);
  const isUnread = control.live === undefined || control.unread.has(unreadKey(reference));
  return { state: isUnread ? 'unseen' : 'missing', data: {} };
}

/** Of a Secret no value goes into a render. */
function contentOf({ object }: Found): State {
  if (object.kind !== 'Secret') return { state: 'seen', data: { ...textMapAt(object, 'data') } };
  const keys = [...Object.keys(objectAt(object, 'data')), ...Object.keys(objectAt(object, 'stringData'))];
  return { state: 'opaque', data: Object.fromEntries(keys.map((key) => [key, ''])) };
}

/**
 * What is live is taken only where a live object of this repository takes it: a template in a pull request could show
 * any ConfigMap otherwise.
 */
function mayRead(reference: ValuesReference, { collected, control, live }: Taking): boolean {
  const names = (object: KubeObject): boolean =>
    referencesIn(object).some((each) => unreadKey(each) === unreadKey(reference));
  if (live !== undefined && names(live)) return true;
  return [...(control.live?.values() ?? [])].some(
    (object) =>
      unitKindOf(object) === 'Kustomization' &&
      namespaceOf(object) === reference.namespace &&
      names(object) &&
      ownDirectory(collected, control, object) !== undefined,
  );
}
