/** A declaration unit on one side of the pull request, and all that its render can depend on. */
import type { JsonObject } from '../object/json.ts';
import type { Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { RemoteReference } from '../source/remote.ts';
import type { SourcePath } from './render-plan.ts';

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
  /** Of a declaration that is a unit on each of several clusters: the same text for all of them. */
  readonly oneOf?: string;
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
