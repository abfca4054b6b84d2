/** How a unit is rendered: by which renderer, from which paths, with which values. */
import type { JsonObject } from '../object/json.ts';
import type { Place } from '../object/place.ts';

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

/** What Helm treats each for itself: `definitions` are those in the chart's `crds/`. Other renderers have templates alone. */
export type RenderedPart = 'templates' | 'hooks' | 'definitions';

/** What a reconciler makes of rendered objects before it applies them. */
export type RenderStep =
  /** Labels and annotations, over those that the objects have. */
  | {
      readonly kind: 'metadata';
      readonly of: readonly RenderedPart[];
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
      /** They go through kustomize, which refuses an object that is there twice. */
      readonly onceEach?: true;
    }
  /** A kustomization whose only resources are the objects. */
  | { readonly kind: 'kustomize'; readonly of: readonly RenderedPart[]; readonly kustomization: JsonObject }
  /** Variables in the text of each object, as Flux's `postBuild` has them. */
  | {
      readonly kind: 'substitute';
      readonly variables: Readonly<Record<string, string>>;
      /** Names whose value is not known here. */
      readonly opaque: readonly string[];
      /** Whether any other name may have a value that is not known; else it has none. */
      readonly othersOpaque: boolean;
      /** Whether a name without value and default is a failure, and no empty text; or only where nothing is made of it. */
      readonly strict: 'yes' | 'no' | 'without-operator';
      /** Also where there are no variables. */
      readonly always: boolean;
      /** The label, or annotation, that keeps an object out by `disabled`. */
      readonly optOut: string;
      /** What the reconciler says at the first object that it comes to. */
      readonly fails?: string;
    };

export type RenderPlan =
  | {
      readonly kind: 'kustomize';
      readonly path: string;
      /** The `remoteKey` of what `path` is in; undefined for the repository. */
      readonly remote?: string;
      readonly edits?: KustomizeEdits;
      /** Whether what SOPS encrypts is decrypted before it is built. */
      readonly decrypts?: boolean;
      /** Stands in the place of the kustomization file of `path`, or where there is none. */
      readonly kustomization?: JsonObject;
      /** Paths of the repository that the reconciler does not get: as if they were not there. */
      readonly hidden?: readonly string[];
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
      /** Files that stand, merged from first to last, in the place of the chart's own `values.yaml`. */
      readonly chartValues?: { readonly files: readonly SourcePath[]; readonly ignoreMissing: boolean };
      /** Behind the `+` of the chart's version. */
      readonly versionMetadata?: string;
      /** Whether the release is there already; without it, it never is. */
      readonly isUpgrade?: boolean;
      /** Paths of the repository that the reconciler does not get: as if they were not there. */
      readonly hidden?: readonly string[];
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
      readonly dialect?: 'kubectl' | 'argo-cd' | 'fleet';
      /** Exactly these, in this order, and not what is found below `path`. */
      readonly files?: readonly string[];
      readonly include?: string;
      readonly exclude?: string;
      /** Bytes that its files but Jsonnet may hold together; with more, nothing of it is rendered. */
      readonly mostBytes?: number;
      /** Without it Jsonnet files are passed over, as by an Argo CD that has Jsonnet switched off. */
      readonly jsonnet?: {
        readonly tlas: readonly JsonnetVariable[];
        readonly extVars: readonly JsonnetVariable[];
        /** Paths of the repository. */
        readonly libs: readonly string[];
      };
    }
  /** The objects of `plan`, changed step by step. */
  | {
      readonly kind: 'processed';
      readonly plan: RenderPlan;
      readonly steps: readonly RenderStep[];
      /** Sentences: what the reconciler has for the render and the plan has not. A failure may be owed to that alone. */
      readonly doubts?: readonly string[];
    }
  /** The reconciler stops before it renders anything; raw, in its own words where it has some. */
  | { readonly kind: 'stopped'; readonly message: string; readonly place: Place | undefined }
  /** All of them, one after the other; of an object that is there twice the last one counts. */
  | { readonly kind: 'sources'; readonly parts: readonly RenderPlan[] };
