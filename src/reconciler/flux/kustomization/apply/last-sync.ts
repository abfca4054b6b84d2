/** A unit -> the commit of this repository that its controller applied last, and the unit as it was applied then. */
import { words } from '../../../../object/masked.ts';
import type { LastSync } from '../../../unit-record.ts';
import type { Unit } from '../../../unit.ts';
import { kustomizationUnit } from '../../flux-unit.ts';

/**
 * Who owns a field by Apply tells that it was applied, and not with what value once somebody has changed it; the render
 * of `status.lastAppliedRevision` does.
 */
export function lastSync(unit: Unit): LastSync {
  const settings = kustomizationUnit(unit);
  const { live, source } = settings;
  if (live === null || (live.lastAppliedRevision === null && live.lastAttemptedRevision === null)) {
    return { kind: 'none' };
  }
  if (live.lastAttemptedRevision !== live.lastAppliedRevision) return { kind: 'unknown', why: unfinished };
  const commit = commitIn(live.lastAppliedRevision);
  if (source.kind !== 'own' || commit === undefined) return { kind: 'unknown', why: elsewhere };
  const spec = { ...live.spec };
  const then = { ...settings, declared: { ...settings.declared, spec } };
  return {
    kind: 'sources',
    commit,
    unit: { ...unit, declaration: { ...unit.declaration, settings: then } },
  };
}

const unfinished = words`the apply that was tried last did not come to its end, and some of it may have landed`;
const elsewhere = words`the status of its Kustomization names no commit of this repository`;

/** `main@sha1:…`, or `sha1:…` alone. */
function commitIn(revision: string | null): string | undefined {
  return /(?:^|@)sha1:([0-9a-f]{40})$/.exec(revision ?? '')?.[1];
}
