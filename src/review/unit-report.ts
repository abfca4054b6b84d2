/** One touched unit and its renders -> what the review says of the unit itself. */
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { shownId } from '../reconciler/pairs.ts';
import type { Location } from '../reconciler/contract.ts';
import type { Render, RenderRecord } from '../render/render.ts';
import type { UnitLocation, UnitReport } from '../report/review.ts';
import type { RenderedPair } from './render-pairs.ts';

export function unitReport(mask: Mask, { pair, base, head }: RenderedPair): UnitReport {
  const sided = pair.head ?? pair.base;
  if (sided === undefined) throw new Error('a pair of units has neither side');
  const { unit, reconciler, tree } = sided;
  return {
    id: shownId(unit.id, mask),
    reconciler: reconciler.name,
    path: mask.text(unit.path),
    home: shown(mask, unit.home),
    target: shown(mask, unit.target),
    source: { commit: tree.commit, tree: tree.oid },
    artifact: { digest: undefined },
    render: renderReport(mask, head.kind === 'absent' ? base : head),
    declaration: { uid: unit.declaration.uid, generation: unit.declaration.generation },
    applies: reconciler.applies(unit),
  };
}

function shown(mask: Mask, { cluster, namespace }: Location): UnitLocation {
  const text = (value: string | undefined): Masked | undefined =>
    value === undefined ? undefined : mask.text(value);
  return { cluster: text(cluster), namespace: text(namespace) };
}

/** Nothing ran where a gap stands for the render. */
const notRun = { renderer: 'none', version: 'none', parameters: {} } as const;

function renderReport(mask: Mask, render: Render): UnitReport['render'] {
  switch (render.kind) {
    case 'rendered':
      return { ...shownRecord(mask, render.record), digest: render.digest, error: undefined };
    case 'failed':
      return { ...shownRecord(mask, render.record), digest: undefined, error: render.message };
    case 'gap':
    case 'absent':
      return { ...notRun, digest: undefined, error: undefined };
  }
}

/** Paths, release names and values files are the pull request's own words. */
function shownRecord(mask: Mask, record: RenderRecord): RenderRecord {
  const masked = (value: Json): Json => {
    if (typeof value === 'string') return mask.text(value);
    if (isJsonArray(value)) return value.map(masked);
    return isJsonObject(value) ? shownMembers(value) : value;
  };
  const shownMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([key, value]) => [mask.text(key), masked(value)]));
  return { ...record, parameters: shownMembers(record.parameters) };
}
