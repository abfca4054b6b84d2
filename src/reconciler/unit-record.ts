/** What a reconciler has on record of a unit, and what it is set to: what was applied, held, ignored, as whom, when. */
import type { FieldPath } from '../object/field-path.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { Unit } from './unit.ts';

/** What the reconciler last applied, from its own record. */
export type Applied =
  | { readonly kind: 'objects'; readonly objects: readonly KubeObject[] }
  /** By ownership: a field that this manager owns by Apply holds what was last applied. */
  | { readonly kind: 'managed-fields'; readonly manager: string }
  /** Each live object carries it in `kubectl.kubernetes.io/last-applied-configuration`. */
  | { readonly kind: 'annotation' }
  /** By ownership where this manager wrote the object last by Apply, else by the annotation. */
  | { readonly kind: 'annotation-or-managed-fields'; readonly manager: string }
  | { readonly kind: 'gap'; readonly gap: Gap };

/** What the reconciler synced last: its render tells what was applied where an object carries no record of that. */
export type LastSync =
  | {
      readonly kind: 'sources';
      /** Of the repository under review, its full id; undefined where none of the sources is there. */
      readonly commit: string | undefined;
      /** As it was synced then. */
      readonly unit: Unit;
    }
  /** It did sync, or may have, and of what is not known; completes `its last sync could not be rendered: …`. */
  | { readonly kind: 'unknown'; readonly why: Masked }
  /** This reconciler has no such record. */
  | { readonly kind: 'none' };

/** The objects that the reconciler counts as the unit's. */
export type Inventory =
  | { readonly kind: 'objects'; readonly objects: readonly Identity[] }
  /** This reconciler keeps none: what base declares stands for it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'gap'; readonly gap: Gap };

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
  /** Nothing of `before` may be told but that somebody has it: not who. */
  readonly unshown?: true;
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
