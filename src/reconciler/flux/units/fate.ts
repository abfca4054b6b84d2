/** A unit that base has and head does not declare -> whether it goes, and if not, why it stays. */
import { textMapAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { Unit } from '../../unit.ts';
import { fluxUnit } from '../flux-unit.ts';
import type { FluxUnit } from '../flux-unit.ts';
import { keyOfUnit } from './candidate.ts';
import type { Collected } from './collect.ts';
import { ownerKeyOf } from './control.ts';
import { survives } from './deletion.ts';
import { kustomizeGroup } from './groups.ts';
import type { Made } from './unit-of.ts';

export type Fate = { readonly kind: 'goes' } | { readonly kind: 'stays'; readonly why: Masked };

const goes: Fate = { kind: 'goes' };
const stays = (why: Masked): Fate => ({ kind: 'stays', why });

export interface Head {
  readonly collected: Collected;
  /** What head declares. */
  readonly byKey: ReadonlyMap<string, Made>;
  /** Base's units that head declares not at all, or otherwise, by key. */
  readonly others: ReadonlyMap<string, Unit>;
}

export function fateOf(unit: Unit, head: Head, asked: ReadonlySet<string> = new Set()): Fate {
  const key = keyOfUnit(unit);
  const live = head.collected.controls.flatMap((control) => control.live?.get(key) ?? [])[0];
  const mark = keptBy(live, fluxUnit(unit));
  if (mark !== undefined) return stays(words`it is marked ${mark}`);
  const parent = parentKey(unit, live, head);
  if (parent === undefined) return goes;
  const there = head.byKey.get(parent);
  return there === undefined
    ? byGone(head.others.get(parent), head, new Set([...asked, key]))
    : byParent(there.flux, head);
}

/** One that declares itself goes by its own render, as one does that stays. */
function byGone(parent: Unit | undefined, head: Head, asked: ReadonlySet<string>): Fate {
  if (parent === undefined) return goes;
  const flux = fluxUnit(parent);
  if (asked.has(keyOfUnit(parent)) || fateOf(parent, head, asked).kind === 'stays')
    return byParent(flux, head);
  const why = survives(flux);
  if (why === undefined) return goes;
  return stays(words`${nameOf(flux, head)}, which applied it, goes without what it applied: ${why}`);
}

const marks = new Map([
  ['prune: disabled', words`prune: disabled`],
  ['reconcile: disabled', words`reconcile: disabled`],
  ['ssa: ignore', words`ssa: Ignore`],
]);

/** Of the live one, since that is what the controller reads. */
function keptBy(live: KubeObject | undefined, { declared }: FluxUnit): Masked | undefined {
  const of = (field: 'labels' | 'annotations'): Readonly<Record<string, string>> =>
    live === undefined ? declared[field] : textMapAt(live, 'metadata', field);
  const given = [...Object.entries(of('labels')), ...Object.entries(of('annotations'))].flatMap(
    ([key, value]) =>
      key.startsWith(`${kustomizeGroup}/`)
        ? [`${key.slice(kustomizeGroup.length + 1)}: ${value.toLowerCase()}`]
        : [],
  );
  return given.map((mark) => marks.get(mark)).find((mark) => mark !== undefined);
}

function parentKey(unit: Unit, live: KubeObject | undefined, { byKey, others }: Head): string | undefined {
  const { declaredBy, home } = unit;
  if (declaredBy !== undefined) {
    const all = [...[...byKey.values()].map((made) => made.unit), ...others.values()];
    const parent = all.find(({ id }) => id === declaredBy);
    return parent === undefined ? undefined : keyOfUnit(parent);
  }
  return live === undefined ? undefined : ownerKeyOf(live, { cluster: home.cluster, scope: '' });
}

/** It goes on, and prunes or not. Helm does, always. */
function byParent(flux: FluxUnit, head: Head): Fate {
  const { spec } = flux.declared;
  const name = nameOf(flux, head);
  if (spec['suspend'] === true) return stays(words`${name}, which applied it, is suspended`);
  if (flux.kind === 'HelmRelease' || spec['prune'] === true) return goes;
  return stays(words`${name}, which applied it, does not prune`);
}

function nameOf({ declared }: FluxUnit, { collected }: Head): Masked {
  return collected.declarations.mask.text(declared.name);
}
