/** What a story of a pull request to an Argo CD repository tells; README.md says how to write one. */
import type { VersionedIdentity } from '../../../src/object/identity.ts';
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';
import type { Review } from '../../../src/report/review.ts';
import type { ArgoCdVersion } from '../../bed/argo-cd/start.ts';
import type { ArgoCdSettings } from '../../bed/argo-cd/installation.ts';
import type { ClusterHand } from '../cluster-hand.ts';
import type { Files } from '../files.ts';
import type { Predicted } from '../predicted.ts';
import type { StoryOutside } from '../outside/outside.ts';

export interface Story {
  /** A sentence: what happens. */
  readonly title: string;
  /** The newest alone if not said: others where their semantics may differ. */
  readonly versions?: readonly ArgoCdVersion[];
  /** Stories with the same settings share one Argo CD. */
  readonly settings?: ArgoCdSettings;
  /** Argo CD knows one cluster more: `second-cluster.ts` says how. Such stories share it. */
  readonly secondCluster?: true;
  readonly tell: (place: Place) => Told | Promise<Told>;
}

/** What is the story's own on a control plane that others use too. */
export interface Place {
  /** The story's file name: a prefix for names of Applications and of cluster-scoped objects. */
  readonly name: string;
  /** A namespace that exists. */
  readonly namespace: string;
  /** The clone URL of the story's repository. */
  readonly repoURL: string;
  /** Of GitHub, as a person gives it to Argo CD. */
  readonly token: string;
  /** An Application in `argocd`, automated with prune, to this namespace; `spec` is merged over that. */
  readonly application: (spec: JsonObject, name?: string) => KubeObject;
  /** Of the second cluster, where the namespace exists too; throws where the story does not ask for one. */
  readonly secondHand: () => ClusterHand;
  /** Servers outside the repository, whose hosts the operator's file names. */
  readonly outside: StoryOutside;
  /** What the hydrator does: that branch of the story's repository has these files and no others. */
  readonly hydrate: (branch: string, files: Files) => Promise<void>;
}

export interface Told {
  readonly base: Files;
  /** Is put on base's commit. */
  readonly tag?: string;
  /** What the pull request changes; null removes a file. */
  readonly head: Readonly<Record<string, string | null>>;
  /** Applications, projects and the like that a person has made, in this order, before base is synced. */
  readonly cluster: readonly KubeObject[];
  /** Also before: whatever else must be there. */
  readonly prepare?: (hand: ClusterHand) => Promise<void>;
  /** Is put on base after it is synced, as `head` says it; Applications that are automated sync it, others wait. */
  readonly merged?: Readonly<Record<string, string | null>>;
  /** After base is synced: drift, foreign writers. */
  readonly drift?: (hand: ClusterHand) => Promise<void>;
  /** Applications that are not automated are synced by hand at base; `merge: 'by-hand'` does it after the merge too. */
  readonly merge?: 'by-hand';
  /** What makes the change land at last: a window opens, an annotation goes. No operation may have run until then. */
  readonly later?: (hand: ClusterHand) => Promise<void>;
  /** Base need not be Synced when the pull request opens. */
  readonly baseMayDiffer?: true;
  /** Further pull requests, by their branch: they are opened after the one under review, and Argo CD looks at all before that is. */
  readonly alsoOpen?: Readonly<Record<string, Files>>;
  /** Whether an operation runs after the merge. */
  readonly syncs: boolean;
  /** Objects to be judged that no Application lists: foreign ones, hooks. */
  readonly also?: readonly KubeObject[];
  /** What is not about single objects; throws what is not as it should be. */
  readonly check?: (after: Aftermath) => Promise<void> | void;
}

export interface Aftermath {
  readonly review: Review;
  readonly predicted: readonly Predicted[];
  /** The story's Applications, by name. */
  readonly applications: ReadonlyMap<string, JsonObject>;
  /** What the application controller wrote since the merge, in order, as `patch deployments/web`. */
  readonly writes: () => Promise<readonly string[]>;
  readonly live: (identity: VersionedIdentity) => Promise<KubeObject | undefined>;
}
