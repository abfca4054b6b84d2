/** What a story of a pull request to a repository of Fleet tells; ../README.md says how to write one. */
import type { VersionedIdentity } from '../../../src/object/identity.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Review } from '../../../src/report/review.ts';
import type { ClusterHand } from '../cluster-hand.ts';
import type { Files } from '../files.ts';
import type { Predicted } from '../predicted.ts';

export interface Story {
  /** A sentence: what happens. */
  readonly title: string;
  /** It has objects in the second cluster too. */
  readonly secondCluster?: true;
  readonly tell: (place: Place) => Told | Promise<Told>;
}

/** What is the story's own in a Fleet that others use too. */
export interface Place {
  /** The story's file name: a prefix for names of cluster-scoped objects. */
  readonly name: string;
  /** A namespace that exists in each cluster. */
  readonly namespace: string;
  /** Named as the story, in the workspace of the home cluster, of the directory `apps`; `spec` is merged over that. */
  readonly gitRepo: (spec?: JsonObject) => KubeObject;
  /** As that one, but in the workspace of the second cluster, which it reaches by its label `region: west`. */
  readonly secondGitRepo: (spec?: JsonObject) => KubeObject;
  /** The text of a `fleet.yaml` with this namespace as `defaultNamespace`; what is given is put over that. */
  readonly fleetYaml: (more?: JsonObject) => string;
  /** Throws where the story does not say `secondCluster`. */
  readonly secondHand: () => ClusterHand;
}

export interface Told {
  readonly base: Files;
  /** What the pull request changes; null removes a file. */
  readonly head: Readonly<Record<string, string | null>>;
  readonly gitRepos: readonly KubeObject[];
  /** Before base is applied: whatever else must be there. */
  readonly prepare?: (hand: ClusterHand) => Promise<void>;
  /** Is put on base after it is deployed, as `head` says it. */
  readonly merged?: Readonly<Record<string, string | null>>;
  /** After base is applied: drift, foreign writers. */
  readonly drift?: (hand: ClusterHand) => Promise<void>;
  /** Not every bundle needs to be deployed when the pull request opens. */
  readonly baseMayDiffer?: true;
  /** Whether the agents write anything of the story after the merge. */
  readonly lands: boolean;
  /** What the Job of a GitRepo fails with after the merge. */
  readonly fails?: RegExp;
  /** Objects of the home cluster to be judged that no release has. */
  readonly also?: readonly KubeObject[];
  /** What is not about single objects; throws what is not as it should be. */
  readonly check?: (after: Aftermath) => Promise<void> | void;
}

export interface Aftermath {
  readonly review: Review;
  readonly predicted: readonly Predicted[];
  /** What the agents wrote since the merge, in order, as `patch configmaps/web`. */
  readonly writes: readonly string[];
  readonly live: (identity: VersionedIdentity) => Promise<KubeObject | undefined>;
}
