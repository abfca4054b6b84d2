/** What a story of a pull request to a Flux repository tells; ../README.md says how to write one. */
import type { VersionedIdentity } from '../../../src/object/identity.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Review } from '../../../src/report/review.ts';
import type { FluxLine } from '../../bed/flux/start.ts';
import type { ClusterHand } from '../cluster-hand.ts';
import type { Files } from '../files.ts';
import type { StoryOutside } from '../outside/outside.ts';
import type { Predicted } from '../predicted.ts';

export interface Story {
  /** A sentence: what happens. */
  readonly title: string;
  /** The newest alone if not said: others where their semantics may differ. */
  readonly versions?: readonly FluxLine[];
  readonly tell: (place: Place) => Told | Promise<Told>;
}

/** What is the story's own on a control plane that others use too. */
export interface Place {
  /** The story's file name: a prefix for names of cluster-scoped objects. */
  readonly name: string;
  /** A namespace that exists. All Flux objects of the story are in it, and its objects too. */
  readonly namespace: string;
  /** The clone URL of the story's repository. */
  readonly repoURL: string;
  /** The GitRepository `repository`, at branch `main` of the story's repository; `spec` is merged over that. */
  readonly source: (spec?: JsonObject) => KubeObject;
  /** Of that source, with prune, into this namespace; `spec` is merged over that. */
  readonly kustomization: (spec: JsonObject, suffix?: string) => KubeObject;
  /** Without waiting for Pods, which a busy machine is slow to make; `spec` is merged over that. */
  readonly helmRelease: (spec: JsonObject, suffix?: string) => KubeObject;
  /** Servers outside the repository, whose hosts the operator's file names. */
  readonly outside: StoryOutside;
}

export interface Told {
  readonly base: Files;
  /** Is put on base's commit. */
  readonly tag?: string;
  /** What the pull request changes; null removes a file. */
  readonly head: Readonly<Record<string, string | null>>;
  /** Sources, Kustomizations and the like that a person has made, in this order, before base is reconciled. */
  readonly cluster: readonly KubeObject[];
  /** Also before: whatever else must be there. */
  readonly prepare?: (hand: ClusterHand) => Promise<void>;
  /** Is put on base after it is reconciled, as `head` says it. */
  readonly merged?: Readonly<Record<string, string | null>>;
  /** After base is reconciled: drift, foreign writers; nobody asks Flux to look at it before the merge. */
  readonly drift?: (hand: ClusterHand) => Promise<void>;
  /** Base need not be Ready when the pull request opens. */
  readonly baseMayDiffer?: true;
  /** Whether the controllers write anything of the story to the cluster after the merge. */
  readonly lands: boolean;
  /** Objects to be judged that no inventory lists: foreign ones, hooks. */
  readonly also?: readonly KubeObject[];
  /** What is not about single objects; throws what is not as it should be. */
  readonly check?: (after: Aftermath) => Promise<void> | void;
}

export interface Aftermath {
  readonly review: Review;
  readonly predicted: readonly Predicted[];
  /** What the controllers wrote since the merge, in order, as `patch deployments/web`. */
  readonly writes: readonly string[];
  readonly live: (identity: VersionedIdentity) => Promise<KubeObject | undefined>;
}
