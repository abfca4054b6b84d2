/** What a reconciler would send for one object, what was said to it, and what becomes of it in the course of the apply. */
import type { FieldPath } from '../object/field-path.ts';
import type { GapKind } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { JsonObject } from '../object/json.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { PatchStrategies } from '../object/merge/patch-strategy.ts';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** One request that the reconciler would make for one object. Only live/ sends it, and only as dry run. */
export type Attempt = UnstagedAttempt & { readonly stage: number };

export type UnstagedAttempt = {
  readonly object: KubeObject;
  /** As this manager the reconciler applies what lives on the server, dry, only to compare: asked beside the attempt. */
  readonly comparedBy?: string;
  /** Verbs on the object that the reconciler needs on its way, beside those of the request itself. */
  readonly alsoNeeds?: readonly string[];
  /** What lives is read first, by who applies it: where that is forbidden, all of the run ends before its first request. */
  readonly readsFirst?: true;
} & (
  | {
      readonly kind: 'apply';
      readonly manager: string;
      readonly force: boolean;
      readonly validation: FieldValidation;
      /** Managers whose fields of operation Update become this manager's before the apply, and go where it does not state them. */
      readonly takesOver?: readonly string[];
      readonly cleansUp?: CleanUp;
      /** Where the server answers that it would change what is immutable, the object is deleted and applied anew. */
      readonly recreates?: true;
    }
  | {
      readonly kind: 'patch';
      readonly manager: string;
      readonly type: 'application/strategic-merge-patch+json' | 'application/merge-patch+json';
      /** Without members it is not sent, and nothing changes. */
      readonly body: JsonObject;
      readonly validation: FieldValidation;
      /** Where the server answers that the patch is invalid or in conflict, the object is deleted and made again as this. */
      readonly recreatesAs?: KubeObject;
      readonly coWriter?: CoWriter;
    }
  | {
      readonly kind: 'put' | 'create';
      readonly manager: string;
      readonly validation: FieldValidation;
      /** Applies the same on the server right after. */
      readonly appliedBy?: string;
      readonly coWriter?: CoWriter;
    }
  | {
      readonly kind: 'recreate';
      readonly manager: string;
      readonly validation: FieldValidation;
      /** Made anew by a server-side apply, not by a create. */
      readonly byApply?: true;
      /** Applies the same on the server right after. */
      readonly appliedBy?: string;
      readonly coWriter?: CoWriter;
    }
  | { readonly kind: 'delete'; readonly propagation: 'Background' | 'Foreground' | 'Orphan' }
  | { readonly kind: 'skip'; readonly why: Masked }
  /** The reconciler itself ends with an error before any request: all of its run, or this stage. */
  | { readonly kind: 'refuse'; readonly ends: 'sync' | 'stage'; readonly why: Masked }
  /** What the request depends on could not be read. */
  | { readonly kind: 'unknown'; readonly why: Masked; readonly gap?: GapKind }
);

/** What is taken from the live object before an apply: as a patch of its own, which no dry run keeps for the next. */
export interface CleanUp {
  /** They become part of the entry of who applies, whatever their version, and what he does not state goes. */
  readonly entries: readonly { readonly manager: string; readonly operation: 'Apply' | 'Update' }[];
  /** Keys that go, unless the apply states them. */
  readonly annotations: readonly string[];
  readonly labels: readonly string[];
}

/** Another manager of the same reconciler, which writes some of the fields just before, with the same values. */
export interface CoWriter {
  readonly manager: string;
  /** As `managedFields` writes them (FieldsV1); what the attempt does not write stays with its owner. */
  readonly fields: JsonObject;
}

/** What happens to an object that leaves the declaration. */
export type Pruning = 'deleted' | 'unpruned' | 'orphaned';

/** The live objects that a unit's attempts need to know, by identity key. */
export type LiveObjects = ReadonlyMap<string, KubeObject>;

export interface Desire {
  /** As `finish` left them. */
  readonly desired: readonly Declared[];
  /** What leaves the declaration and is deleted for it. */
  readonly leaving: readonly KubeObject[];
  readonly live: LiveObjects;
  readonly strategies: PatchStrategies;
}

/** An attempt with what the API server said to it, as far as the course of an apply depends on it. */
export interface Said {
  readonly attempt: Attempt;
  readonly live: KubeObject | undefined;
  readonly prediction:
    | { readonly kind: 'object' | 'recreated'; readonly object: KubeObject }
    /**
     * `unserved`: refused, since neither the server nor anything in the review knows the kind. `unread`: who applies it
     * may not even read it, and `readsFirst`.
     */
    | { readonly kind: 'deleted' | 'skipped' | 'failed' | 'unserved' | 'unread' | 'unknown' };
  /** To `comparedBy`. */
  readonly compared?: SaidToComparison;
}

/** What the API server said to the request by which a reconciler only compares. */
export type SaidToComparison =
  | { readonly kind: 'object'; readonly object: KubeObject }
  | { readonly kind: 'refused'; readonly why: Masked }
  | { readonly kind: 'unknown' };

/** Fields in which live and prediction differ, and that the reconciler's own comparison does not show. */
export interface Hidden {
  readonly fields: readonly FieldPath[];
  /** The sync overwrites them all the same. */
  readonly stillWritten: boolean;
}

/** What becomes of one attempt in the course of the apply. */
export type Course = { readonly hidden?: Hidden } & (
  | { readonly kind: 'as-said' }
  | { readonly kind: 'skipped'; readonly why: Masked }
  | { readonly kind: 'not-reached'; readonly after: Identity }
  | { readonly kind: 'refused'; readonly why: Masked }
  /** What the reconciler's own comparison comes to could not be worked out here. */
  | { readonly kind: 'unknown'; readonly why: Masked }
);
