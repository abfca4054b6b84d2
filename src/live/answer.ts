/** What the target's API server says: the live object now, and its prediction for one attempt. */
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Attempt, Hidden } from '../reconciler/attempt.ts';

export type Live =
  | { readonly kind: 'found'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'gap'; readonly gap: Gap };

export interface FieldConflict {
  readonly manager: Masked;
  /** The API server's path, such as `.spec.replicas`. */
  readonly field: Masked;
}

/** What becomes of the object that lives, where it is deleted before its new form is refused. */
export type Lost = 'deleted' | 'restored';

export type Prediction =
  /** The object as it would stand after the attempt. */
  | { readonly kind: 'object'; readonly object: KubeObject }
  | { readonly kind: 'deleted' }
  /** Deleted and made again; the object as it would be made. */
  | { readonly kind: 'recreated'; readonly object: KubeObject }
  | { readonly kind: 'skipped'; readonly why: Masked }
  | {
      readonly kind: 'refused';
      readonly by: 'server' | 'reconciler' | 'rights';
      readonly message: Masked;
      /** Neither the server nor anything in the review knows the kind. */
      readonly unserved?: true;
      readonly lost?: Lost;
      /** Who applies may not read the object, which is done before anything is sent. */
      readonly unread?: true;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[]; readonly message: Masked }
  | { readonly kind: 'not-reached'; readonly after: Identity }
  | { readonly kind: 'gap'; readonly gap: Gap };

export interface Answer {
  readonly attempt: Attempt;
  readonly live: Live;
  readonly prediction: Prediction;
  /** The API server's Warning headers, in order, without repeats. */
  readonly warnings: readonly Masked[];
  /** What was taken for granted, such as a stand-in for a namespace that the pull request itself makes. */
  readonly assumes: readonly Masked[];
  /** To the apply by which the reconciler compares what lives (`Attempt.comparedBy`). */
  readonly compared?: Prediction;
  /** For a workload whose template changes: what the server says to the Pod that its controller would make. */
  readonly pod?: PodAnswer;
  /** What the reconciler's own comparison does not show of it. */
  readonly hidden?: Hidden;
  /** Beside a gap that only the server's refusal to answer made: declared laid over live, to be compared by structure. */
  readonly structural?: KubeObject;
}

/** Enforced Pod Security, limits, quota and Pod webhooks answer only to a Pod. `object`, `refused` or `gap`. */
export interface PodAnswer {
  readonly prediction: Prediction;
  readonly warnings: readonly Masked[];
  readonly assumes: readonly Masked[];
}
