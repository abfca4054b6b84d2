/** The rendered pairs -> units to be answered: objects in the namespaces where a server puts them, neighbors known. */
import type { Taker } from '../diff/handed-over.ts';
import { placed } from '../live/placement.ts';
import { words } from '../object/masked.ts';
import type { Gap } from '../object/gap.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { clusterOf } from '../reconciler/pairs.ts';
import type { RenderedPair } from './render-pairs.ts';
import { declaredBy, gapsOf } from './render-pairs.ts';
import type { Opened, Sessions } from './sessions.ts';

export interface ReviewedUnit extends Taker {
  readonly rendered: RenderedPair;
  readonly pair: Pair;
  /** Undefined where that side's declaration is not known. */
  readonly base: readonly Declared[] | undefined;
  readonly head: readonly Declared[] | undefined;
  /** What head declares in all units on this unit's cluster. */
  readonly declared: readonly KubeObject[];
  /** Undefined where no cluster is configured for it. */
  readonly opened: Opened | undefined;
  readonly gaps: readonly Gap[];
}

export function toUnits(rendered: readonly RenderedPair[], sessions: Sessions): readonly ReviewedUnit[] {
  const units = rendered.map((each) => toUnit(each, sessions));
  return units.map((unit) => ({
    ...unit,
    declared: units.filter(({ cluster }) => cluster === unit.cluster).flatMap(({ objects }) => objects),
  }));
}

/** Whether a cluster stands behind it; without one, the two renders alone decide what happens to an object. */
export function isAsked({ opened }: ReviewedUnit): boolean {
  return opened !== undefined;
}

function toUnit(rendered: RenderedPair, sessions: Sessions): Omit<ReviewedUnit, 'declared'> {
  const { pair } = rendered;
  const cluster = clusterOf(pair);
  const opened = cluster === undefined ? undefined : sessions.get(cluster);
  const head = place(pair, declaredBy(rendered.head), opened);
  return {
    unit: pair.id,
    rendered,
    pair,
    cluster,
    opened,
    base: place(pair, declaredBy(rendered.base), opened),
    head,
    objects: (head ?? []).map(({ object }) => object),
    gaps: [...gapsOf(rendered.head), ...baseGaps(rendered)],
  };
}

function place(
  { base, head }: Pair,
  declared: readonly Declared[] | undefined,
  opened: Opened | undefined,
): readonly Declared[] | undefined {
  const namespace = (head ?? base)?.unit.target.namespace;
  return declared?.map(({ object, origin }) => ({ object: placeOne(object, namespace, opened), origin }));
}

/** Without an API server nothing is known to say where it would be put. */
function placeOne(object: KubeObject, namespace: string | undefined, opened: Opened | undefined): KubeObject {
  if (opened?.kind !== 'open') return object;
  const { catalog, namespace: usual } = opened.session;
  return placed(catalog, object, namespace ?? usual);
}

/** What base declares stands for the inventory of a reconciler that keeps none: without it, no drop can be seen. */
function baseGaps({ pair, base, head }: RenderedPair): readonly Gap[] {
  if (base.kind === 'gap' && head.kind !== 'gap') return [base.gap];
  if (base.kind !== 'failed' || head.kind !== 'rendered') return [];
  const why = words`base does not render, so what head drops cannot be told: ${base.message}`;
  return [{ kind: 'inventory-unreadable', unit: pair.id, object: undefined, why }];
}
