/** One touched unit and its renders -> what the review says of the unit itself. */
import type { Comparison } from '../diff/change.ts';
import type { Json, JsonObject } from '../object/json.ts';
import { isJsonArray, isJsonObject } from '../object/json.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { presentSide, shownId } from '../reconciler/pairs.ts';
import type { Pair, Sided } from '../reconciler/pairs.ts';
import { reasonToReview, touchingPaths } from '../reconciler/touched.ts';
import type { ChangedPaths } from '../reconciler/touched.ts';
import type { Applies } from '../reconciler/unit-record.ts';
import type { Location } from '../reconciler/unit.ts';
import type { Render, RenderRecord } from '../render/render.ts';
import type { LastSyncReport, RemoteReport, UnitLocation, UnitReport } from '../report/review.ts';
import { remoteKey } from '../source/remote.ts';
import { shownRemote } from '../source/remote/shown.ts';
import type { Fetched } from './fetch-remotes.ts';
import type { LastSynced } from './last-synced.ts';
import { notesOn } from './unit-notes.ts';
import type { RenderedPair } from './render-pairs.ts';

/** What else of the review a unit's report tells. */
export interface Context {
  readonly changed: ChangedPaths;
  readonly fetched: Fetched;
}

export interface Reported {
  readonly rendered: RenderedPair;
  readonly comparisons: readonly Comparison[];
  readonly lastSynced?: LastSynced | undefined;
}

/** When it goes decides what declares it. */
const goes = {
  when: words`when the unit that declares it is`,
  why: words`its own declaration leaves that unit`,
};

const pathsShown = 3;

export function unitReport(mask: Mask, answered: Reported, context: Context): UnitReport {
  const { pair, base, head } = answered.rendered;
  const sided = presentSide(pair);
  const { unit, reconciler, tree } = sided;
  return {
    id: shownId(unit.id, mask),
    ...(unit.oneOf === undefined ? {} : { oneOf: shownId(unit.oneOf, mask) }),
    reconciler: reconciler.name,
    path: mask.text(unit.path),
    home: shown(mask, unit.home),
    target: shown(mask, unit.target),
    reason: shownReason(mask, pair, context),
    declaredBy: unit.declaredBy === undefined ? undefined : shownId(unit.declaredBy, mask),
    source: { commit: tree.commit, tree: tree.oid },
    artifact: { digest: undefined, remotes: remotesOf(mask, sided, context) },
    render: renderReport(mask, head.kind === 'absent' ? base : head),
    declaration: { uid: unit.declaration.uid, generation: unit.declaration.generation },
    applies: appliesOf(mask, pair),
    notes: notesOn(sided, answered.comparisons, mask),
    lastSync: answered.lastSynced && lastSyncReport(mask, answered.lastSynced),
  };
}

function appliesOf(mask: Mask, pair: Pair): Applies {
  const { unit, reconciler } = presentSide(pair);
  const by = unit.declaredBy;
  if (pair.head === undefined && by !== undefined) return goes;
  const applies = reconciler.applies(unit, pair.base?.unit);
  if (pair.base !== undefined || by === undefined) return applies;
  return { ...applies, when: words`once ${shownId(by, mask)} has made it, ${applies.when}` };
}

function lastSyncReport(mask: Mask, last: LastSynced): LastSyncReport {
  if (last.kind === 'unknown') return { commit: undefined, unread: mask.text(last.why) };
  return { commit: last.commit === undefined ? undefined : mask.text(last.commit), unread: undefined };
}

function shownReason(mask: Mask, pair: Pair, { changed }: Context): UnitReport['reason'] {
  const paths = touchingPaths(pair, changed);
  return {
    kind: reasonToReview(pair, changed) ?? 'path',
    paths: paths.slice(0, pathsShown).map((path) => mask.text(path)),
    more: Math.max(0, paths.length - pathsShown),
  };
}

function remotesOf(mask: Mask, { closure }: Sided, { fetched }: Context): readonly RemoteReport[] {
  return closure.remotes.flatMap((remote) => {
    const found = fetched.get(remoteKey(remote));
    if (found?.kind !== 'tree') return [];
    const { version, digest, moving } = found;
    return [{ reference: shownRemote(remote, mask), version: mask.text(version), digest, moving }];
  });
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
