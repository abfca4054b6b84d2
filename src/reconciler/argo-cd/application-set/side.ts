/** What the ApplicationSet controller sees on one side of the pull request, and what it makes of it. */
import type { Gap, GapKind } from '../../../object/gap.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Place } from '../../../object/place.ts';
import type { ListOpenPulls } from '../../../source/open-pulls.ts';
import type { Origin } from '../../../source/origin.ts';
import type { Tree } from '../../../source/tree.ts';
import type { HomeRead, Remark } from '../../declarations.ts';
import type { Templates } from '../../templates.ts';
import type { ControllerSettings } from './settings.ts';

/** An ApplicationSet, its namespace filled in. */
export interface DeclaredSet {
  readonly manifest: KubeObject;
  readonly place: Place | undefined;
}

/** What a cluster Secret of Argo CD says of a cluster; nothing else of it is needed. */
export interface ClusterSecret {
  readonly name: string;
  readonly server: string;
  /** Empty without one. */
  readonly project: string;
  /** Of the Secret. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** What clusterDecisionResource looks at in the control plane's namespace, as far as an ApplicationSet that lives asks for it. */
export interface Decisions {
  readonly objects: readonly KubeObject[];
  /** All that was asked for: what is not among `objects` then is not there, unless a gap names it. */
  readonly reads: readonly HomeRead[];
  readonly gaps: readonly Gap[];
}

export interface SetsOfSide {
  readonly sets: readonly DeclaredSet[];
  readonly tree: Tree;
  readonly origin: Origin | undefined;
  /** Undefined where they cannot be seen. */
  readonly clusters: readonly ClusterSecret[] | undefined;
  /** Names of the AppProjects in the control plane's namespace, as this side has them; undefined where they cannot be seen. */
  readonly projects: readonly string[] | undefined;
  /** Applications of the home cluster; undefined where they cannot be seen. */
  readonly liveApplications: readonly KubeObject[] | undefined;
  /** Undefined where the ApplicationSets of the home cluster cannot be seen. */
  readonly decisions: Decisions | undefined;
  /** Undefined where there is no GitHub to be asked. */
  readonly pulls?: ListOpenPulls | undefined;
  readonly templates: Templates;
  readonly controller: ControllerSettings;
  /** Where the control plane runs. */
  readonly namespace: string;
  readonly mask: Mask;
}

/** One Application as the controller leaves it. */
export interface GeneratedApplication {
  readonly manifest: KubeObject;
  /** `namespace/name` of its ApplicationSet. */
  readonly generatedBy: string;
  /** Of its ApplicationSet. */
  readonly place: Place | undefined;
  /** `live`: it stands as the home cluster holds it, because what the generator gives cannot be told. */
  readonly from: 'generator' | 'live';
  /** Why the controller neither makes, changes nor deletes it. */
  readonly refused: Masked | undefined;
  /** Refused by the API server itself: the controller then deletes none of the set's Applications. */
  readonly stops: boolean;
  /** RollingSync: its step, from 1, of so many; no step: nobody syncs it. Undefined with another strategy. */
  readonly rolling: { readonly step: number | undefined; readonly of: number } | undefined;
}

/** What became of one ApplicationSet. */
export interface SetResult {
  /** `namespace/name`. */
  readonly id: string;
  readonly manifest: KubeObject;
  readonly place: Place | undefined;
  readonly applications: readonly GeneratedApplication[];
  /**
   * `error`: the controller fails too, and leaves all its Applications as they are. `unknown`: part of the
   * generators cannot be evaluated from here. In both, an Application that is not among `applications` still stays.
   */
  readonly outcome:
    | {
        readonly kind: 'generated';
        /** Why the controller stops before it deletes what is generated no more; `applications` hold what lives of that. */
        readonly stops?: Masked;
      }
    | { readonly kind: 'error'; readonly why: Masked }
    | { readonly kind: 'unknown' };
}

export interface GeneratedSide {
  readonly sets: readonly SetResult[];
  /** Of all sets; the refused ones are left out. */
  readonly applications: readonly GeneratedApplication[];
  readonly gaps: readonly Gap[];
  readonly remarks: readonly Remark[];
}

/** The answer of one step of an evaluation. */
export type Outcome<T> =
  | { readonly kind: 'made'; readonly value: T }
  /** The controller fails here as well. Foreign text. */
  | { readonly kind: 'error'; readonly message: string }
  | Unknown;

export interface Unknown {
  readonly kind: 'unknown';
  readonly gap: GapKind;
  readonly why: Masked;
}

export function made<T>(value: T): Outcome<T> {
  return { kind: 'made', value };
}

export function error(message: string): { readonly kind: 'error'; readonly message: string } {
  return { kind: 'error', message };
}

/** The first that is not made, else all values: as the controller, which stops at its first error. */
export function all<T>(outcomes: readonly Outcome<T>[]): Outcome<readonly T[]> {
  const values: T[] = [];
  // An error is certain whatever is unknown beside it.
  const failed =
    outcomes.find(({ kind }) => kind === 'error') ?? outcomes.find(({ kind }) => kind === 'unknown');
  if (failed !== undefined && failed.kind !== 'made') return failed;
  for (const outcome of outcomes) if (outcome.kind === 'made') values.push(outcome.value);
  return made(values);
}
