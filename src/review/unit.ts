/** The rendered pairs -> units to be answered: objects in the namespaces where a server puts them, neighbors known. */
import type { Taker } from '../diff/handed-over.ts';
import { placedAmong } from '../live/new-kind.ts';
import { definitionsIn } from '../live/newcomers.ts';
import type { Gap } from '../object/gap.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import { clusterOf } from '../reconciler/pairs.ts';
import type { Unit } from '../reconciler/unit.ts';
import { hasMoved } from './fetch-remotes.ts';
import type { Means, RenderedPair } from './render-pairs.ts';
import { declaredBy, gapsOf } from './render-pairs.ts';
import type { Opened } from './sessions.ts';
import { baseGaps, knownBase } from './unread.ts';

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
  /** Of head, in all units on its cluster: kinds that it may not serve yet. */
  readonly definitions: readonly KubeObject[];
  /** What is fetched for it is not what its last sync consumed. */
  readonly inputMoved: boolean;
  /** Of the whole review: what head declares and does not render. */
  readonly unrendered: readonly Unit[];
}

export function toUnits(rendered: readonly RenderedPair[], means: Means): readonly ReviewedUnit[] {
  const heads = rendered.flatMap(({ pair, head }) => {
    const objects = declaredBy(head)?.map(({ object }) => object) ?? [];
    return [{ cluster: clusterOf(pair), definitions: definitionsIn(objects) }];
  });
  const unrendered = rendered.flatMap(({ pair, head }) =>
    pair.head !== undefined && head.kind === 'failed' ? [pair.head.unit] : [],
  );
  const units = rendered.map((each) => {
    const beside = heads.filter(({ cluster }) => cluster === clusterOf(each.pair));
    return toUnit(
      each,
      means,
      beside.flatMap(({ definitions }) => definitions),
    );
  });
  return units.map((unit) => ({
    ...unit,
    unrendered,
    declared: units.filter(({ cluster }) => cluster === unit.cluster).flatMap(({ objects }) => objects),
  }));
}

/** Whether a cluster stands behind it; without one, the two renders alone decide what happens to an object. */
export function isAsked({ opened }: ReviewedUnit): boolean {
  return opened !== undefined;
}

function toUnit(
  rendered: RenderedPair,
  { sessions, fetched }: Means,
  definitions: readonly KubeObject[],
): Omit<ReviewedUnit, 'declared' | 'unrendered'> {
  const { pair } = rendered;
  const cluster = clusterOf(pair);
  const opened = cluster === undefined ? undefined : sessions.get(cluster);
  const there = { opened, definitions };
  const head = place(pair.head, declaredBy(rendered.head), there);
  const base = place(pair.base, declaredBy(rendered.base), there);
  const known = knownBase(pair.id, rendered, { base, head });
  return {
    unit: pair.id,
    rendered,
    pair,
    cluster,
    opened,
    base: known.base,
    head,
    objects: (head ?? []).map(({ object }) => object),
    definitions,
    inputMoved: pair.base !== undefined && hasMoved(pair.base, fetched),
    gaps: [...gapsOf(rendered.head), ...baseGaps(pair.id, rendered), ...known.gaps],
  };
}

type There = Pick<ReviewedUnit, 'opened' | 'definitions'>;

function place(
  sided: Sided | undefined,
  declared: readonly Declared[] | undefined,
  there: There,
): readonly Declared[] | undefined {
  return declared === undefined || sided === undefined ? declared : placed(sided, declared, there);
}

/** As its reconciler sends them. */
export function placed(
  { unit, reconciler }: Sided,
  declared: readonly Declared[],
  there: There,
): readonly Declared[] {
  const objects = declared.map(({ object, origin }) => ({
    object: placeOne(object, unit.target.namespace, there),
    origin,
  }));
  return reconciler.finish(unit, objects);
}

/** Without an API server nothing is known to say where it would be put. */
function placeOne(
  object: KubeObject,
  namespace: string | undefined,
  { opened, definitions }: There,
): KubeObject {
  if (opened?.kind !== 'open') return object;
  const { catalog, namespace: usual } = opened.session;
  return placedAmong(catalog, object, { definitions, namespace: namespace ?? usual });
}
