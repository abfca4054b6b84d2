/** Where units may be declared, and what a reconciler finds there. */
import type { ClusterConfig, InstallationConfig } from '../config/operator.ts';
import type { RepositoryConfig } from '../config/repository.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { ListOpenPulls } from '../source/open-pulls.ts';
import type { Origin } from '../source/origin.ts';
import type { RemoteReference } from '../source/remote.ts';
import type { Tree } from '../source/tree.ts';
import type { Unit } from './unit.ts';

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
  /** What it asked of other clusters, by their names. */
  readonly elsewhere: ReadonlyMap<string, readonly KubeObject[]>;
  /** What could not be read; `why` names it. */
  readonly gaps: readonly Gap[];
}

/** Live objects of a home cluster that a reconciler needs before it can find units. */
export interface HomeRead {
  /** The operator's name of another cluster, where a record of the reconciler is kept there; undefined for its home. */
  readonly cluster?: string;
  readonly group: string;
  readonly kind: string;
  /** The exact version; with it, `kind` is the resource's plural, where nothing tells the name of the kind itself. */
  readonly version?: string;
  /** Undefined for all namespaces. */
  readonly namespace: string | undefined;
  /** Undefined for all of the kind. */
  readonly name?: string;
  /** As the API server takes it: `key=value`. */
  readonly labelSelector?: string;
  /** Of a Secret: the keys of `data` that are kept; all others are dropped where they come in. None for other kinds. */
  readonly secretKeys?: readonly string[];
  /** Of a Secret: all keys of `data`, each with an empty value. */
  readonly secretKeyNames?: true;
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
  /** As they are on this side: after the merge without the one under review. Undefined without GitHub. */
  readonly pulls?: ListOpenPulls | undefined;
  /** Paths that the pull request changes. */
  readonly changed?: readonly string[];
  /**
   * Units of the other side that this side declares not at all, or otherwise. One stays a unit here while
   * anything of its source is left: what cannot be read any more must not look as if it were deleted.
   */
  readonly others?: readonly Unit[];
}

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
