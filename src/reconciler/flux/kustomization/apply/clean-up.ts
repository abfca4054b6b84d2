/** A live object -> what kustomize-controller takes from it before it applies: entries of other managers, old marks (facts/reconcilers.md §3b). */
import { at, isJsonArray } from '../../../../object/json.ts';
import type { KubeObject } from '../../../../object/kube-object.ts';
import { lastApplied } from '../../../../object/last-applied.ts';
import type { CleanUp } from '../../../attempt.ts';
import type { KustomizationUnit } from '../../flux-unit.ts';
import { isMarked, textIn } from './marks.ts';
import { manager } from './writer.ts';

/** Nothing where there is nothing to clean. */
export function cleanUpOf(
  settings: KustomizationUnit,
  object: KubeObject,
  live: KubeObject,
): { readonly cleansUp?: CleanUp } {
  if (isMarked(object, 'ssa: Merge') || isMarked(live, 'ssa: Merge')) return {};
  const cleanUp: CleanUp = {
    entries: takenFrom(live, settings.installation.overrideManagers),
    annotations: annotations.filter((key) => textIn(live, 'annotations', key) !== undefined),
    labels: labels.filter((key) => textIn(live, 'labels', key) !== undefined),
  };
  const found = cleanUp.entries.length + cleanUp.annotations.length + cleanUp.labels.length;
  return found > 0 ? { cleansUp: cleanUp } : {};
}

const annotations = [lastApplied, 'kustomize.toolkit.fluxcd.io/checksum', 'fluxcd.io/sync-checksum'];
const labels = ['fluxcd.io/sync-gc-mark'];

/** By the beginnings of their names; entries of subresources stay. */
function takenFrom(live: KubeObject, overridden: readonly string[]): CleanUp['entries'] {
  const entries = live.metadata['managedFields'];
  if (!isJsonArray(entries)) return [];
  return entries.flatMap((entry) => {
    const [name, operation] = [at(entry, 'manager'), at(entry, 'operation')];
    if (typeof name !== 'string' || at(entry, 'subresource') !== undefined) return [];
    if (operation !== 'Apply' && operation !== 'Update') return [];
    // Its own entry by Apply is the one into which the others go.
    if (name === manager && operation === 'Apply') return [];
    const beginnings = ['kubectl', ...overridden, ...(operation === 'Update' ? ofUpdates : [])];
    return beginnings.some((each) => name.startsWith(each)) ? [{ manager: name, operation }] : [];
  });
}

const ofUpdates = ['before-first-apply', manager];
