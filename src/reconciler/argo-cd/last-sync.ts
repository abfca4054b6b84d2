/** A unit -> what the record of its last sync says: what was applied, and the versions of what was fetched for it. */
import { remoteKey } from '../../source/remote.ts';
import type { Applied } from '../unit-record.ts';
import type { Unit } from '../unit.ts';
import { argoUnit } from './application.ts';
import { syncPolicyOf } from './sync/policy.ts';
import { manager } from './sync/request.ts';
import { chartRemote } from './units/remote-source.ts';
import { effectiveSources } from './units/sources.ts';

export function applied(unit: Unit): Applied {
  const { options } = syncPolicyOf(argoUnit(unit));
  return options.includes('ServerSideApply=true')
    ? { kind: 'managed-fields', manager }
    : { kind: 'annotation' };
}

/** `status.operationState.syncResult` lists one revision a source; that of a chart is its version. */
export function consumed(unit: Unit): ReadonlyMap<string, string> {
  const { application, live } = argoUnit(unit);
  const revisions = live?.syncedRevisions ?? [];
  return new Map(
    effectiveSources(application.spec).list.flatMap((source, index) => {
      const revision = revisions[index];
      if (source.chart === '' || revision === undefined || revision === '') return [];
      return [[remoteKey(chartRemote(source)), revision] as const];
    }),
  );
}
