/** What one renderer answers, before it is masked and judged as one set: its words here are foreign text. */
import type { GapKind } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { JsonObject } from '../object/json.ts';
import type { Declared } from '../object/kube-object.ts';
import type { Place } from '../object/place.ts';

export interface Unseen {
  readonly kind: GapKind;
  readonly object: Identity | undefined;
  readonly why: string;
}

/** Why a reconciler ignores a file without a word. */
export const dropReasons = ['no-object', 'unreadable', 'link-to-no-file'] as const;

export interface Dropped {
  /** Where it stops being a manifest. */
  readonly place: Place;
  readonly why: (typeof dropReasons)[number];
}

export interface Made extends Declared {
  /** Of a chart's `crds/`. */
  readonly ofCrds?: true;
}

export interface Rendered {
  readonly kind: 'rendered';
  /** In the renderer's order. */
  readonly declared: readonly Made[];
  readonly unseen: readonly Unseen[];
  /** Files that this reconciler passes over and never mentions: what they declared at base is gone. */
  readonly dropped?: readonly Dropped[];
  /** What the plan alone does not say, for the record. */
  readonly parameters: JsonObject;
}

export interface Failed {
  readonly kind: 'failed';
  readonly message: string;
  readonly place: Place | undefined;
}

export type Rendering =
  | Rendered
  | Failed
  /** Neither rendered nor broken. */
  | { readonly kind: 'gap'; readonly unseen: Unseen };

/** Where a step on the way gives no more: what the render comes to. */
export interface Ended {
  readonly kind: 'ended';
  readonly rendering: Rendering;
}

export function ended(rendering: Rendering): Ended {
  return { kind: 'ended', rendering };
}

export function unseen(kind: GapKind, why: string, object?: Identity): Unseen {
  return { kind, object, why };
}
