/** What the target's API server says: the live object now, and its prediction for one attempt. */
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Attempt } from '../reconciler/contract.ts';

export type Live =
  | { readonly kind: 'found'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'gap'; readonly gap: Gap };

export interface FieldConflict {
  readonly manager: Masked;
  /** The API server's path, such as `.spec.replicas`. */
  readonly field: Masked;
}

export type Prediction =
  /** The object as it would stand after the attempt. */
  | { readonly kind: 'object'; readonly object: KubeObject }
  | { readonly kind: 'deleted' }
  /** Deleted and made again; the object as it would be made. */
  | { readonly kind: 'recreated'; readonly object: KubeObject }
  | { readonly kind: 'skipped'; readonly why: Masked }
  | { readonly kind: 'refused'; readonly by: 'server' | 'reconciler' | 'rights'; readonly message: Masked }
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
}
