/** What every reconciler must answer about its units; nothing outside its folder asks which one it is. */
import type { ClusterConfig, InstallationConfig } from '../config/operator.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { Json, JsonObject } from '../object/json.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { Origin } from '../source/origin.ts';
import type { RemoteReference } from '../source/remote.ts';
import type { Tree } from '../source/tree.ts';
import type { PatchStrategies } from '../object/merge/patch-strategy.ts';

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
  /** The id of the unit that renders its declaration; undefined where that stands in a tree, or only in the cluster. */
  readonly declaredBy?: string;
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
  /** What a reviewer must know of the declarations themselves. */
  readonly remarks?: readonly Remark[];
}

/** A risk that lies in how units are declared, as their reconciler will read it; becomes a finding. */
export interface Remark {
  /** Kebab-case; tells apart two remarks on one unit: `application-drift`. */
  readonly about: string;
  readonly severity: 'block' | 'warn' | 'info';
  /** The unit's id; undefined where it concerns the whole review. */
  readonly unit: string | undefined;
  readonly objects: readonly Identity[];
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
  readonly places: readonly Place[];
  /** What an approval of it binds to. */
  readonly restsOn: Json;
}

/** One installation of a reconciler, as the operator names it, and what its home cluster holds of it. */
export interface Home {
  readonly installation: InstallationConfig;
  /** All that `reads` asked for and the credential could see. */
  readonly objects: readonly KubeObject[];
  /** What could not be read; `why` names it. */
  readonly gaps: readonly Gap[];
}

/** Live objects of a home cluster that a reconciler needs before it can find units. */
export interface HomeRead {
  readonly group: string;
  readonly kind: string;
  /** Undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** Undefined for all of the kind. */
  readonly name?: string;
  /** As the API server takes it: `key=value`. */
  readonly labelSelector?: string;
  /** Of a Secret: the keys of `data` that are kept; all others are dropped where they come in. None for other kinds. */
  readonly secretKeys?: readonly string[];
}

/** Where units may be declared: the tree, what other units render, what the home clusters hold. */
export interface Declarations {
  readonly side: 'base' | 'head';
  readonly tree: Tree;
  /** The repository under review, as reconcilers may name it in a URL; undefined for a checkout without a remote. */
  readonly origin: Origin | undefined;
  readonly rendered: readonly { readonly unit: Unit; readonly objects: readonly Declared[] }[];
  readonly homes: readonly Home[];
  readonly repository: RepositoryConfig;
  readonly clusters: readonly ClusterConfig[];
  readonly mask: Mask;
  /**
   * Units of the other side that this side declares not at all, or otherwise. One stays a unit here while
   * anything of its source is left: what cannot be read any more must not look as if it were deleted.
   */
  readonly others?: readonly Unit[];
}

/** What a remote is to the unit's render. */
export type RemoteUse =
  /** The plan names it by its `remoteKey`. */
  | { readonly kind: 'root' }
  /** Helm would fetch it into `charts/` of this chart. */
  | { readonly kind: 'dependency'; readonly chart: SourcePath; readonly name: string }
  /** This kustomization file names it, by this text. */
  | { readonly kind: 'base'; readonly file: SourcePath; readonly reference: string }
  /** Kustomize would pull it into this chart home, under this name. */
  | { readonly kind: 'inflated'; readonly home: SourcePath; readonly name: string };

/** An artifact outside the repository that a render needs. */
export type Remote = RemoteReference & { readonly place: Place | undefined; readonly use: RemoteUse };

/** All that a unit's render can depend on. */
export interface Closure {
  /** Files, and directories with a closing slash: everything below them. */
  readonly paths: readonly string[];
  readonly remotes: readonly Remote[];
  /** References that could not be followed; one is enough for the unit to be rendered always. */
  readonly unknown: readonly Masked[];
}

/** A path of the repository under review, or of something that was fetched for the unit. */
export interface SourcePath {
  /** The `remoteKey` of a remote in the unit's closure; undefined for the repository. */
  readonly remote?: string;
  /** Of a remote that is one file, `.`. */
  readonly path: string;
}

export interface HelmParameter {
  readonly name: string;
  /** For `file`, a path of what the chart is in. */
  readonly value: string;
  /** How Helm is told: `--set`, `--set-string` or `--set-file`. */
  readonly as: 'value' | 'string' | 'file';
}

/** What a reconciler edits into a kustomization before it builds it, in this order, by `kustomize edit`. */
export interface KustomizeEdits {
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly images?: readonly string[];
  readonly replicas?: readonly { readonly name: string; readonly count: string }[];
  readonly labels?: JsonObject;
  readonly labelsWithoutSelector?: boolean;
  readonly labelsInTemplates?: boolean;
  readonly forceLabels?: boolean;
  readonly annotations?: JsonObject;
  readonly forceAnnotations?: boolean;
  readonly namespace?: string;
  readonly patches?: readonly JsonObject[];
  readonly components?: readonly string[];
}

export interface JsonnetVariable {
  readonly name: string;
  readonly value: string;
  /** Whether the value is Jsonnet and not text. */
  readonly code: boolean;
}

export type RenderPlan =
  | {
      readonly kind: 'kustomize';
      readonly path: string;
      /** The `remoteKey` of what `path` is in; undefined for the repository. */
      readonly remote?: string;
      readonly edits?: KustomizeEdits;
      /** Of `kustomize build`, as the reconciler's settings have them; those that would reach outside are refused. */
      readonly options?: readonly string[];
    }
  | {
      readonly kind: 'helm';
      readonly chart: SourcePath;
      readonly release: string;
      readonly namespace: string;
      /** From low to high precedence. */
      readonly valuesFiles: readonly SourcePath[];
      /** YAML of higher precedence than the files. */
      readonly values?: string;
      readonly parameters?: readonly HelmParameter[];
      readonly skipCrds?: boolean;
      readonly skipTests?: boolean;
      readonly skipSchemaValidation?: boolean;
      /** Instead of the target's own. */
      readonly kubeVersion?: string;
      readonly apiVersions?: readonly string[];
      /** Which Helm the reconciler's version contains. */
      readonly major: 3 | 4;
    }
  | {
      readonly kind: 'directory';
      readonly path: string;
      /** The `remoteKey` of what `path` is in; undefined for the repository. */
      readonly remote?: string;
      readonly recurse: boolean;
      readonly dialect?: 'kubectl' | 'argo-cd';
      readonly include?: string;
      readonly exclude?: string;
      /** Without it Jsonnet files are passed over, as by an Argo CD that has Jsonnet switched off. */
      readonly jsonnet?: {
        readonly tlas: readonly JsonnetVariable[];
        readonly extVars: readonly JsonnetVariable[];
        /** Paths of the repository. */
        readonly libs: readonly string[];
      };
    }
  /** All of them, one after the other; of an object that is there twice the last one counts. */
  | { readonly kind: 'sources'; readonly parts: readonly RenderPlan[] };

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

/** One request that the reconciler would make for one object. Only live/ sends it, and only as dry run. */
export type Attempt = UnstagedAttempt & { readonly stage: number };

export type UnstagedAttempt = { readonly object: KubeObject } & (
  | {
      readonly kind: 'apply';
      readonly manager: string;
      readonly force: boolean;
      readonly validation: FieldValidation;
      /** Managers whose fields of operation Update become this manager's before the apply, and go where it does not state them. */
      readonly takesOver?: readonly string[];
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
      readonly coWriter?: CoWriter;
    }
  | {
      readonly kind: 'recreate';
      readonly manager: string;
      readonly validation: FieldValidation;
      readonly coWriter?: CoWriter;
    }
  | { readonly kind: 'delete'; readonly propagation: 'Background' | 'Foreground' | 'Orphan' }
  | { readonly kind: 'skip'; readonly why: Masked }
  /** The reconciler itself ends with an error before any request: all of its run, or this stage. */
  | { readonly kind: 'refuse'; readonly ends: 'sync' | 'stage'; readonly why: Masked }
  /** What the request depends on could not be read. */
  | { readonly kind: 'unknown'; readonly why: Masked }
);

/** Another manager of the same reconciler, which writes some of the fields just before, with the same values. */
export interface CoWriter {
  readonly manager: string;
  /** As `managedFields` writes them (FieldsV1); what the attempt does not write stays with its owner. */
  readonly fields: JsonObject;
}

/** What the reconciler last applied, from its own record. */
export type Applied =
  | { readonly kind: 'objects'; readonly objects: readonly KubeObject[] }
  /** By ownership: a field that this manager owns by Apply holds what was last applied. */
  | { readonly kind: 'managed-fields'; readonly manager: string }
  /** Each live object carries it in `kubectl.kubernetes.io/last-applied-configuration`. */
  | { readonly kind: 'annotation' }
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
  /** Where it is written. */
  readonly from: 'unit' | 'settings';
  /** What it matches; empty parts match all; group and kind may be globs. */
  readonly matches: Partial<Identity>;
  readonly pointers: readonly string[];
  readonly jqPaths: readonly string[];
  readonly managers: readonly string[];
  /** The sync overwrites the field although the diff hides it. */
  readonly stillWritten: boolean;
}

/** An ignore rule that head has and base had not, or not for as much, and what it hides of live objects. */
export interface NewlyHidden {
  /** The object in which it is written. */
  readonly writtenIn: Identity;
  readonly place: Place | undefined;
  /** Such as `/spec/replicas of apps/Deployment`; not masked. */
  readonly rule: string;
  readonly hidden: readonly { readonly object: Identity; readonly fields: readonly FieldPath[] }[];
  /** The sync overwrites the fields all the same. */
  readonly stillWritten: boolean;
}

/** One object of a unit, before and after the unit is applied, as far as both are known. */
export interface Outcome {
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
  /** Whether the apply comes to it. */
  readonly applied: boolean;
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
    /** `unserved`: refused, since neither the server nor anything in the review knows the kind. */
    | { readonly kind: 'deleted' | 'skipped' | 'failed' | 'unserved' | 'unknown' };
}

export interface Situation {
  /** The unit itself leaves. */
  readonly gone: boolean;
  readonly strategies: PatchStrategies;
}

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
);

/** The same content in another form, at another place of Git, that must agree with what a unit renders. */
export interface Counterpart {
  /** The side of which it must agree with the unit. */
  readonly side: 'base' | 'head';
  readonly remote: RemoteReference;
  /** To be planned and rendered in the tree of `remote`. */
  readonly unit: Unit;
  /** Undefined where they agree. */
  compare(own: readonly Declared[], other: readonly Declared[]): Remark | undefined;
}

export interface Reconciler {
  /** Its folder's name. */
  readonly name: string;
  /** Whether its units are none where a unit of another reconciler renders the same files. */
  readonly givesWay: boolean;
  /** What it must see of the home cluster before units can be found. */
  reads(installation: InstallationConfig): readonly HomeRead[];
  /** Paths that `discover` will read in a tree, told by its names alone. */
  foreseen(tree: Tree): readonly string[];
  discover(declarations: Declarations): Promise<Discovery>;
  closure(unit: Unit, tree: Tree): Promise<Closure>;
  /** Whether its render may declare further units; true where that cannot be told without rendering. */
  declares(unit: Unit, tree: Tree): Promise<boolean>;
  renderPlan(unit: Unit, tree: Tree): Promise<RenderPlan | Gap>;
  /** What it adds to a render before it applies it, such as tracking; every object is in its namespace already. */
  finish(unit: Unit, declared: readonly Declared[]): readonly Declared[];
  /** Live objects that its attempts depend on, besides those that it declares or holds. */
  looksAt(unit: Unit): readonly Identity[];
  /** In the order in which the reconciler would send them: one for each desired and each leaving object. */
  attempts(unit: Unit, desire: Desire): Promise<readonly Attempt[]>;
  /** One for each attempt, in the same order: whether the reconciler gets there at all. */
  course(unit: Unit, said: readonly Said[], situation: Situation): Promise<readonly Course[]>;
  applied(unit: Unit): Applied;
  /** The versions of remotes that its last sync consumed, by `remoteKey`, as far as its record says. */
  consumed(unit: Unit): ReadonlyMap<string, string>;
  inventory(unit: Unit): Inventory;
  /**
   * For one object that head no longer declares; its live form where there is one. `gone`: the unit itself is.
   * Undefined for a live object that is not, or no longer, the unit's.
   */
  prune(unit: Unit, object: KubeObject, gone: boolean): Pruning | undefined;
  hides(unit: Unit): readonly IgnoreRule[];
  /** `base` is undefined where the unit is new; `live`: its live objects that may be shown. */
  newlyHidden(
    base: Unit | undefined,
    head: Unit,
    live: readonly KubeObject[],
  ): Promise<readonly NewlyHidden[]>;
  /** How it is told to leave one field of an object alone; undefined where it cannot be. */
  ignoring(unit: Unit): Masked | undefined;
  /** What else its apply does that a reader should know, one sentence each. */
  notes(unit: Unit, outcomes: readonly Outcome[]): readonly Masked[];
  identity(unit: Unit): Applier;
  applies(unit: Unit): Applies;
  counterpart(unit: Unit): Counterpart | undefined;
}
