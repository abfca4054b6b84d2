/** How the API server merges one field of a strategic merge patch, as its own schema says. */
import type { VersionedIdentity } from './identity.ts';

export interface PatchStrategy {
  readonly strategies: readonly ('merge' | 'replace' | 'retainKeys')[];
  /** Of a list that is merged item by item. */
  readonly mergeKey: string | undefined;
}

/**
 * `path` is of field names and without positions: `['spec', 'template', 'spec', 'containers']`; the empty path asks whether
 * the kind is known at all. Undefined for a field that is replaced as a whole, and for every field of a kind that
 * is merged as plain JSON (custom resources).
 */
export type PatchStrategies = (
  of: Pick<VersionedIdentity, 'group' | 'version' | 'kind'>,
  path: readonly string[],
) => PatchStrategy | undefined;
