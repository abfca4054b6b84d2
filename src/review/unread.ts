/** Renders of which a part could not be read -> what then is not known of the objects that leave the declaration. */
import type { Gap } from '../object/gap.ts';
import { objectKey } from '../object/identity.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import type { RenderedPair } from './render-pairs.ts';
import { gapsOf } from './render-pairs.ts';

type Rendered = Pick<RenderedPair, 'base' | 'head'>;

interface Known {
  readonly base: readonly Declared[] | undefined;
  readonly gaps: readonly Gap[];
}

/** What base declares, without those objects that head may declare in the part that could not be read. */
export function knownBase(
  unit: string,
  { head: render }: Pick<RenderedPair, 'head'>,
  {
    base,
    head,
  }: { readonly base: readonly Declared[] | undefined; readonly head: readonly Declared[] | undefined },
): Known {
  const [unread] = unreadIn(render);
  if (unread === undefined || base === undefined) return { base, gaps: [] };
  const seen = new Set((head ?? []).map(keyOf));
  const known = base.filter((declared) => seen.has(keyOf(declared)));
  if (known.length === base.length) return { base, gaps: [] };
  const why = words`a part of head could not be read, so what head drops cannot be told: ${unread.why}`;
  return { base: known, gaps: [dropsUnknown(unit, why)] };
}

/** What base declares stands for the inventory of a reconciler that keeps none: without it, no drop can be seen. */
export function baseGaps(unit: string, { base, head }: Rendered): readonly Gap[] {
  if (head.kind === 'failed') return [];
  if (base.kind === 'failed') {
    if (head.kind === 'gap') return [];
    return [
      dropsUnknown(unit, words`base does not render, so what head drops cannot be told: ${base.message}`),
    ];
  }
  const inHead = new Set<string>(gapsOf(head).map(({ why }) => why));
  const drops = unreadIn(base)
    .filter(({ why }) => !inHead.has(why))
    .map(({ why }) =>
      dropsUnknown(unit, words`a part of base could not be read, so what head drops cannot be told: ${why}`),
    );
  return base.kind === 'gap' && head.kind !== 'gap' ? [...base.gaps, ...drops] : drops;
}

function unreadIn(render: RenderedPair['head']): readonly Gap[] {
  return gapsOf(render).filter(({ kind }) => kind === 'source-unreadable');
}

function dropsUnknown(unit: string, why: Masked): Gap {
  return { kind: 'inventory-unreadable', unit, object: undefined, why };
}

function keyOf({ object }: Declared): string {
  return objectKey(object);
}
