/** What a review says: every form of it (comment, check, annotations, page, JSON) is made from this value. */
import type { Change } from '../diff/change.ts';
import type { Gap } from '../object/gap.ts';
import type { Masked } from '../object/masked.ts';
import type { Json } from '../object/json.ts';
import type { Reason } from '../reconciler/touched.ts';
import type { Finding } from '../risk/finding.ts';
import type { FingerprintKey } from '../risk/fingerprint.ts';
import type { Conclusion } from '../approval/decide.ts';

export interface Revision {
  /** Branch or revision as it was named; undefined for a working tree. */
  readonly ref: Masked | undefined;
  readonly commit: string | undefined;
}

export interface Merge {
  /** The tree that was reviewed as head: the merge of head onto base. */
  readonly tree: string | undefined;
  /** Paths that do not merge; the review stops there. */
  readonly conflicts: readonly Masked[];
}

export interface UnitLocation {
  readonly cluster: Masked | undefined;
  readonly namespace: Masked | undefined;
}

/** What was fetched for a render, from outside the repository. */
export interface RemoteReport {
  readonly reference: Masked;
  /** As it was resolved. */
  readonly version: Masked;
  readonly digest: string;
  /** Whether the reference may mean something else tomorrow. */
  readonly moving: boolean;
}

/** What its last sync rendered, where the objects themselves do not tell what was applied to them. */
export interface LastSyncReport {
  /** Of the repository under review; undefined where nothing of it came from there, or it is not known. */
  readonly commit: Masked | undefined;
  /** Why it could not be rendered again. */
  readonly unread: Masked | undefined;
}

export interface UnitReport {
  readonly id: Masked;
  /** Of a declaration that is a unit on each of several clusters: the same for all of them. */
  readonly oneOf?: Masked | undefined;
  readonly reconciler: string;
  readonly path: Masked;
  readonly home: UnitLocation;
  readonly target: UnitLocation;
  /** Why it is reviewed: what of it differs, and the changed paths on which it depends, the first of them. */
  readonly reason: { readonly kind: Reason; readonly paths: readonly Masked[]; readonly more: number };
  /** The unit whose render declares it. */
  readonly declaredBy: Masked | undefined;
  readonly source: { readonly commit: string | undefined; readonly tree: string };
  /** `digest` where all of its source is one artifact. */
  readonly artifact: { readonly digest: string | undefined; readonly remotes: readonly RemoteReport[] };
  readonly render: {
    readonly renderer: string;
    readonly version: string;
    readonly parameters: Json;
    readonly digest: string | undefined;
    readonly error: Masked | undefined;
  };
  readonly declaration: { readonly uid: string | undefined; readonly generation: number | undefined };
  readonly applies: { readonly when: Masked; readonly why: Masked };
  /** What else its apply does, one sentence each. */
  readonly notes: readonly Masked[];
  /** Undefined where it was not needed, or there is none. */
  readonly lastSync?: LastSyncReport | undefined;
}

/** How far one change goes at once. */
export interface Reach {
  readonly clusters: number;
  /** Those that the operator marks as production. */
  readonly production: number;
}

/** What was looked at, so that "no unit is affected" differs from "nothing was looked at". */
export interface Selection {
  /** Units found in the repository, affected or not. */
  readonly units: number;
  readonly changedFiles: number;
  /** Changed files that no unit depends on. */
  readonly unclaimed: readonly Masked[];
}

export interface Review {
  readonly base: Revision;
  readonly head: Revision;
  readonly merge: Merge;
  readonly conclusion: Conclusion;
  /** One sentence: the answer. */
  readonly summary: Masked;
  /** Undefined when the review ended before units were looked for. */
  readonly selection: Selection | undefined;
  readonly reach: Reach;
  /** The affected units. */
  readonly units: readonly UnitReport[];
  readonly changes: readonly Change[];
  readonly findings: readonly Finding[];
  /** What made the findings' fingerprints. */
  readonly fingerprintKey: FingerprintKey['kind'];
  readonly gaps: readonly Gap[];
  readonly notProved: readonly Masked[];
  /** Units that are still being reviewed; 0 in a complete review. */
  readonly pending: number;
}
