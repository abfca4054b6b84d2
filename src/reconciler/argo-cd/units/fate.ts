/** An Application that base has and head does not declare -> whether it goes, and if not, why it stays. */
import { cascades } from '../../../object/cascading-finalizer.ts';
import { at } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit } from '../application.ts';
import { controllerSettings, effectivePolicy, mayDelete } from '../application-set/settings.ts';
import { hasSyncOption } from '../sync/annotations.ts';
import { automatedOf } from '../sync/policy.ts';
import { trackedBy } from '../sync/tracking.ts';
import { keyOf, keyOfUnit } from './candidate.ts';
import { idOf } from '../application-set/owner.ts';
import type { Collected } from './collect.ts';
import { objectAt } from '../../../object/fields.ts';
import type { Made } from './unit-of.ts';

export type Fate = { readonly kind: 'goes' } | { readonly kind: 'stays'; readonly why: Masked };

const goes: Fate = { kind: 'goes' };

export interface Head {
  readonly collected: Collected;
  readonly byKey: ReadonlyMap<string, Made>;
  readonly byId: ReadonlyMap<string, Made>;
  /** Base's units that head declares not at all, or otherwise, by id. */
  readonly others: ReadonlyMap<string, Unit>;
  readonly mask: Mask;
}

export function fateOf(unit: Unit, head: Head): Fate {
  const argo = argoUnit(unit);
  const { annotations } = argo.live ?? argo.application;
  if (hasSyncOption({ metadata: { annotations } }, 'Prune=false')) {
    return { kind: 'stays', why: words`it is annotated to be left when nothing declares it any more` };
  }
  const set = argo.application.generatedBy;
  return set === null ? fateByParent(unit, argo, head) : fateOfGenerated(set, head);
}

/** Its set deletes it, or Kubernetes does when the set goes. */
function fateOfGenerated(set: string, { collected, mask }: Head): Fate {
  const result = collected.sets.find(({ id }) => id === set);
  if (result === undefined) {
    if (!collected.unwatched.some(({ object }) => idOf(object) === set)) return goes;
    return { kind: 'stays', why: words`no controller looks at ${mask.text(set)}` };
  }
  if (result.outcome.kind !== 'generated') {
    return { kind: 'stays', why: words`what ${mask.text(set)} generates cannot be told` };
  }
  const { parameters, installation } = result.control;
  const settings = controllerSettings(parameters, installation.version);
  const own = at(result.manifest, 'spec', 'syncPolicy', 'applicationsSync');
  if (mayDelete(effectivePolicy(own, settings))) return goes;
  return { kind: 'stays', why: words`${mask.text(set)} deletes no Applications` };
}

/** Who declared it, or who applied it, is not known where there is no parent: then somebody deletes it as he made it. */
function fateByParent(unit: Unit, argo: ArgoUnit, head: Head): Fate {
  const { mask } = head;
  const parent = unit.declaredBy === undefined ? tracker(unit, argo, head) : declarer(unit.declaredBy, head);
  if (parent === undefined) return goes;
  const name = mask.text(parent.name);
  if (parent.kind === 'there') {
    if (parent.prunes) return goes;
    return { kind: 'stays', why: words`${name}, which declared it, prunes nothing by itself` };
  }
  if (cascades(parent.finalizers)) return goes;
  return { kind: 'stays', why: words`${name}, which declared it, goes without what it declared` };
}

type Parent =
  | { readonly kind: 'there'; readonly name: string; readonly prunes: boolean }
  | { readonly kind: 'gone'; readonly name: string; readonly finalizers: readonly string[] };

function declarer(id: string, { byId, others }: Head): Parent | undefined {
  const there = byId.get(id)?.argo.application;
  if (there !== undefined) return { kind: 'there', name: there.name, prunes: prunes(there.spec) };
  const gone = others.get(id);
  if (gone?.reconciler !== 'argo-cd') return undefined;
  const { application, live } = argoUnit(gone);
  return { kind: 'gone', name: application.name, finalizers: (live ?? application).finalizers };
}

/** By the mark that a sync of its parent left on the live one. */
function tracker(unit: Unit, argo: ArgoUnit, { byKey, collected }: Head): Parent | undefined {
  const { cluster } = unit.home;
  const live = collected.live.get(keyOfUnit(unit));
  const tracked = live === undefined ? undefined : trackedBy(argo, live);
  if (tracked === undefined) return undefined;
  const cut = tracked.indexOf('_');
  const namespace = cut < 0 ? argo.installation.namespace : tracked.slice(0, cut);
  const name = tracked.slice(cut + 1);
  const key = keyOf(cluster, namespace, name);
  const spec = byKey.get(key)?.argo.application.spec ?? specOf(collected.live.get(key));
  return spec === undefined ? undefined : { kind: 'there', name, prunes: prunes(spec) };
}

function prunes(spec: JsonObject): boolean {
  return automatedOf(at(spec, 'syncPolicy', 'automated'))?.prune === true;
}

function specOf(live: JsonObject | undefined): JsonObject | undefined {
  return live === undefined ? undefined : objectAt(live, 'spec');
}
