/** What a client has to know of a kind to make a merge patch for it: which form the server takes, and how each field is merged. */
import type { VersionedIdentity } from '../identity.ts';

export type PatchStrategy = 'merge' | 'replace' | 'retainKeys';

export interface MergeField {
  readonly strategies: readonly PatchStrategy[];
  /** The field by which two items of a list with the strategy `merge` are the same item; undefined for scalars. */
  readonly mergeKey: string | undefined;
  /** Of the map, or of the list's items. */
  readonly inside: MergeSchema;
}

export interface MergeSchema {
  /** Undefined for a field that the kind does not have. */
  readonly field: (name: string, as: 'map' | 'list') => MergeField | undefined;
  /** It has no fields of its own: a map that takes any key. */
  readonly freeKeys?: true;
}

export type MergeForm =
  | { readonly kind: 'strategic-merge'; readonly schema: MergeSchema }
  /** Custom resources and kinds of aggregated servers: the server merges without knowing their lists. */
  | { readonly kind: 'json-merge' };

/** Undefined where the server's description of the kind could not be had. */
export type PatchStrategies = (
  of: Pick<VersionedIdentity, 'group' | 'version' | 'kind'>,
) => MergeForm | undefined;

/** Inside of what has no schema of its own, such as a field that takes any JSON. */
export const anyFields: MergeSchema = {
  field: () => ({ strategies: [], mergeKey: undefined, inside: anyFields }),
};
