/** What a review works with: its two sides, and the outside as it may be used for this repository. */
import type { ClusterConfig, InstallationConfig, OperatorLimits } from '../config/operator.ts';
import type { Comparison } from '../diff/change.ts';
import type { Clock } from '../live/clock.ts';
import type { Cluster } from '../live/cluster.ts';
import type { GuardWatch } from '../live/guard.ts';
import type { OpenApiCache } from '../live/open-api.ts';
import type { Mask } from '../object/masked.ts';
import type { Reconciler } from '../reconciler/contract.ts';
import type { Renderers } from '../render/render-unit.ts';
import type { Review } from '../report/review.ts';
import type { FingerprintKey } from '../risk/fingerprint.ts';
import type { ListOpenPulls } from '../source/open-pulls.ts';
import type { Origin } from '../source/origin.ts';
import type { FetchRemote } from '../source/remote.ts';

/** A cluster that this repository may use. */
export interface UsableCluster {
  readonly config: ClusterConfig;
  readonly cluster: Cluster;
  readonly guard: GuardWatch;
  /** `allow`: the operator's switch, or a person's own kubeconfig. */
  readonly unguarded: 'refuse' | 'allow';
  readonly schemas: OpenApiCache;
}

/** How far a review has come, for somebody who waits. */
export interface Step {
  readonly doing: 'rendering' | 'asking';
  readonly done: number;
  readonly of: number;
}

export interface World {
  readonly reconcilers: readonly Reconciler[];
  readonly renderers: Renderers;
  readonly clusters: readonly UsableCluster[];
  /** Those of this repository's clusters. */
  readonly installations: readonly InstallationConfig[];
  /** Under which names reconcilers know the repository; undefined where it has none. */
  readonly origin: Origin | undefined;
  /** Undefined for a checkout, or where GitHub is not asked. */
  readonly pulls?: { readonly own: number; readonly list: ListOpenPulls } | undefined;
  readonly fetchRemote: FetchRemote;
  /** Whether the operator opened a namespace to this repository. */
  readonly maySee: (namespace: string) => boolean;
  readonly limits: OperatorLimits;
  readonly key: FingerprintKey;
  readonly mask: Mask;
  readonly clock: Clock;
  /** Aborted when the review is no longer wanted, or late. */
  readonly stop: AbortSignal;
  readonly onStep: (step: Step) => void;
  /** Hears of the review while parts of it are still open. */
  readonly onPartial: (partial: Review) => void;
  /** Hears of what was predicted, unmasked: for a judge that compares it with what lands. */
  readonly onCompared?: ((comparisons: readonly Comparison[]) => void) | undefined;
}
