/** What every reconciler must answer about its units; nothing outside its folder asks which one it is. */
import type { ClusterConfig } from '../config/operator.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { JsonObject } from '../object/json.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { RemoteReference } from '../source/remote.ts';
import type { Tree } from '../source/tree.ts';

export interface Location {
  /** A cluster's name in the operator's file; undefined when none is configured. */
  readonly cluster: string | undefined;
  /** Namespace of objects that name none; undefined where the API server's default counts. */
  readonly namespace: string | undefined;
}

/** One declaration unit on one side (base or head) of the pull request. */
export interface Unit {
  /** Unique in a review, the same on both sides, stable across pushes. */
  readonly id: string;
  /** The reconciler's folder name. */
  readonly reconciler: string;
  /** Where its declaration and its reconciler live; where its objects are applied. */
  readonly home: Location;
  readonly target: Location;
  /** The directory of its source inside the repository; `.` is the root. */
  readonly path: string;
  readonly declaration: Declaration;
}

export interface Declaration {
  readonly place: Place | undefined;
  readonly uid: string | undefined;
  readonly generation: number | undefined;
  /** What only this unit's reconciler reads. */
  readonly settings: JsonObject;
}

export interface Discovery {
  readonly units: readonly Unit[];
  readonly gaps: readonly Gap[];
}

/** Where units may be declared: the tree, what other units render, what the home cluster holds. */
export interface Declarations {
  readonly tree: Tree;
  readonly rendered: readonly { readonly unit: Unit; readonly objects: readonly KubeObject[] }[];
  readonly live: readonly { readonly cluster: string; readonly objects: readonly KubeObject[] }[];
  readonly repository: RepositoryConfig;
  readonly clusters: readonly ClusterConfig[];
  readonly mask: Mask;
  /**
   * Units of the other side that this side declares not at all, or otherwise. One stays a unit here while
   * anything of its source is left: what cannot be read any more must not look as if it were deleted.
   */
  readonly others?: readonly Unit[];
}

/** An artifact outside the repository that a render needs. */
export type Remote = RemoteReference & { readonly place: Place | undefined };

/** All that a unit's render can depend on. */
export interface Closure {
  /** Files, and directories with a closing slash: everything below them. */
  readonly paths: readonly string[];
  readonly remotes: readonly Remote[];
  /** References that could not be followed; one is enough for the unit to be rendered always. */
  readonly unknown: readonly Masked[];
}

export type RenderPlan =
  | { readonly kind: 'kustomize'; readonly path: string }
  | {
      readonly kind: 'helm';
      readonly chart: string;
      readonly release: string;
      readonly namespace: string;
      readonly valuesFiles: readonly string[];
      /** Which Helm the reconciler's version contains. */
      readonly major: 3 | 4;
    }
  | { readonly kind: 'directory'; readonly path: string; readonly recurse: boolean };

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** One request that the reconciler would make for one object. Only live/ sends it, and only as dry run. */
export type Attempt = { readonly object: KubeObject; readonly stage: number } & (
  | {
      readonly kind: 'apply';
      readonly manager: string;
      readonly force: boolean;
      readonly validation: FieldValidation;
    }
  | {
      readonly kind: 'patch';
      readonly manager: string;
      readonly type: 'application/strategic-merge-patch+json' | 'application/merge-patch+json';
      readonly body: JsonObject;
      readonly validation: FieldValidation;
    }
  | { readonly kind: 'put' | 'create'; readonly manager: string; readonly validation: FieldValidation }
  | { readonly kind: 'delete'; readonly propagation: 'Background' | 'Foreground' | 'Orphan' }
  | { readonly kind: 'recreate'; readonly manager: string; readonly validation: FieldValidation }
  | { readonly kind: 'skip'; readonly why: Masked }
);

/** What the reconciler last applied, from its own record. */
export type Applied =
  | { readonly kind: 'objects'; readonly objects: readonly KubeObject[] }
  /** By ownership: a field that this manager owns by Apply holds what was last applied. */
  | { readonly kind: 'managed-fields'; readonly manager: string }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** The objects that the reconciler counts as the unit's. */
export type Inventory =
  | { readonly kind: 'objects'; readonly objects: readonly Identity[] }
  /** This reconciler keeps none: what base declares stands for it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** What happens to an object that leaves the declaration. */
export type Pruning = 'deleted' | 'unpruned' | 'orphaned';

export interface IgnoreRule {
  readonly place: Place | undefined;
  /** What it matches; empty parts match all. */
  readonly matches: Partial<Identity>;
  readonly pointers: readonly string[];
  readonly managers: readonly string[];
  /** The sync overwrites the field although the diff hides it. */
  readonly stillWritten: boolean;
}

/** Who applies the unit's objects. */
export type Applier =
  | { readonly kind: 'service-account'; readonly namespace: string; readonly name: string }
  /** A person or pipeline that Proofline cannot name. */
  | { readonly kind: 'unnamed' }
  | { readonly kind: 'gap'; readonly gap: Gap };

export interface Applies {
  readonly when: Masked;
  readonly why: Masked;
}

/** The live objects that a unit's attempts need to know, by identity key. */
export type LiveObjects = ReadonlyMap<string, KubeObject>;

export interface Reconciler {
  /** Its folder's name. */
  readonly name: string;
  /** Paths that `discover` will read in a tree, told by its names alone. */
  foreseen(tree: Tree): readonly string[];
  discover(declarations: Declarations): Promise<Discovery>;
  closure(unit: Unit, tree: Tree): Promise<Closure>;
  renderPlan(unit: Unit, tree: Tree): Promise<RenderPlan | Gap>;
  /** In the order in which the reconciler would send them. */
  attempts(unit: Unit, desired: readonly Declared[], live: LiveObjects): readonly Attempt[];
  applied(unit: Unit): Applied;
  inventory(unit: Unit): Inventory;
  /** For one object that head no longer declares; its live form where there is one. */
  prune(unit: Unit, object: KubeObject): Pruning;
  hides(unit: Unit): readonly IgnoreRule[];
  identity(unit: Unit): Applier;
  applies(unit: Unit): Applies;
}
