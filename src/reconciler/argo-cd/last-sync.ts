/** A unit -> what the record of its last sync says: what was applied, and the versions of what was fetched for it. */
import { canonicalJson } from '../../object/canonical.ts';
import type { JsonObject } from '../../object/json.ts';
import { words } from '../../object/masked.ts';
import { remoteKey } from '../../source/remote.ts';
import type { Applied, LastSync } from '../unit-record.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import type { LiveApplication, Synced } from './application.ts';
import { manager } from './sync/request.ts';
import { isOwn } from './units/chosen.ts';
import { chartRemote, gitRemote } from './units/remote-source.ts';
import { effectiveSources } from './units/sources.ts';
import type { Source } from './units/sources.ts';
import { maskOf, rememberMask } from './units/unit-mask.ts';

/** How one object is applied, its own options may say; replacing leaves neither record. */
export function applied(): Applied {
  return { kind: 'annotation-or-managed-fields', manager };
}

/**
 * `status.operationState.syncResult` lists one revision a source: that of a chart is its version, else it is a commit.
 * They are of the sources as they are live, whatever base declares. What a kustomization names by URL is not among them.
 */
export function consumed(unit: Unit): ReadonlyMap<string, string> {
  const { live } = argoUnit(unit);
  if (live === null) return new Map();
  return new Map(
    effectiveSources(live.spec).list.flatMap((source, index) => {
      const revision = live.syncedRevisions[index];
      const remote = source.chart === '' ? gitRemote(source) : chartRemote(source);
      if (remote === undefined || revision === undefined || revision === '') return [];
      return [[remoteKey(remote), revision] as const];
    }),
  );
}

export function lastSync(unit: Unit): LastSync {
  const { live } = argoUnit(unit);
  if (live === null || (live.deployed === null && live.operation === null)) return { kind: 'none' };
  const known = completed(live);
  if (known === undefined) {
    const why = words`the status of its Application names no sync that was of all its objects, came to its end, and was the last one`;
    return { kind: 'unknown', why };
  }
  return ofSources(unit, live, known);
}

/** Where another one was tried since, some objects may be of that one. */
function completed({ deployed, attempted, operation }: LiveApplication): Synced | undefined {
  if (operation?.phase === 'Running' || operation?.phase === 'Terminating') return undefined;
  // Without a history, as `revisionHistoryLimit: 0` has it, a sync of some objects alone looks like one of all.
  if (deployed === null) return undefined;
  const isSame = attempted === null || canonicalJson(attempted) === canonicalJson(deployed);
  return isSame ? deployed : undefined;
}

function ofSources(unit: Unit, live: LiveApplication, { revisions, spec }: Synced): LastSync {
  const settings = argoUnit(unit);
  const { list } = effectiveSources(spec);
  const own = list.flatMap((source, index) => (isOwn(settings, source) ? (revisions[index] ?? '') : []));
  const [commit, ...others] = [...new Set(own)];
  if (others.length > 0) {
    const why = words`its sources in this repository were synced at different commits`;
    return { kind: 'unknown', why };
  }
  const rest = Object.entries(live.spec).filter(([key]) => !sourceKeys.has(key));
  const pinned = list.map((each, index) => (isOwn(settings, each) ? each.raw : pin(each, revisions[index])));
  const [only] = pinned;
  const form = spec['sources'] === undefined && only !== undefined ? { source: only } : { sources: pinned };
  return { kind: 'sources', commit, unit: withSpec(unit, { ...Object.fromEntries(rest), ...form }) };
}

const sourceKeys: ReadonlySet<string> = new Set(['source', 'sources', 'sourceHydrator']);

/** A range or a branch may mean another version today. */
function pin({ raw }: Source, revision: string | undefined): JsonObject {
  return revision === undefined || revision === '' ? raw : { ...raw, targetRevision: revision };
}

function withSpec(unit: Unit, spec: JsonObject): Unit {
  const { application, ...others } = argoUnit(unit);
  const settings: JsonObject = {
    ...others,
    application: { ...application, spec },
    rendersDrySource: false,
  };
  rememberMask(settings, maskOf(unit));
  return { ...unit, declaration: { ...unit.declaration, settings } };
}
