/** What a rule is: the facts it needs, the facts its fingerprint binds, its words, and its judgement. */
import type { RepositoryConfig } from '../config/repository.ts';
import type { Comparison } from '../diff/change.ts';
import type { FactRequest, Facts } from '../live/fact.ts';
import type { FieldPath } from '../object/field-path.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { Json } from '../object/json.ts';
import type { Mask, Masked } from '../object/masked.ts';
import type { Place } from '../object/place.ts';
import type { Remark } from '../reconciler/declarations.ts';
import type { NewlyHidden } from '../reconciler/unit-record.ts';
import type { Unit } from '../reconciler/unit.ts';
import type { Dropped } from '../render/rendering.ts';
import type { Severity } from './finding.ts';
import type { Taking } from './suggestion.ts';

/** The whole review as a rule sees it. */
export interface Subject {
  readonly units: readonly { readonly base: Unit | undefined; readonly head: Unit | undefined }[];
  readonly comparisons: readonly Comparison[];
  readonly gaps: readonly Gap[];
  readonly failures: readonly RenderFailure[];
  /** Files of head that a reconciler passes over without a word. */
  readonly passedOver: readonly PassedOver[];
  /** Of the reconcilers, on the declarations of head. */
  readonly remarks: readonly Remark[];
  /** Ignore rules that head has and base had not, each as often as units have it. */
  readonly newlyHidden: readonly NewlyHiddenIn[];
  /** By unit: how its reconciler is told to leave one field of an object alone; only where it can be. */
  readonly ignoring: ReadonlyMap<string, Masked>;
  /** Undefined where the repository's file stays as it is. */
  readonly configuration: ConfigurationChange | undefined;
  /** For everything that a rule quotes. */
  readonly mask: Mask;
}

/** What the repository's file says before and after; without a file, the defaults. */
export interface ConfigurationChange {
  readonly base: RepositoryConfig;
  readonly head: RepositoryConfig | { readonly problem: Masked };
  /** In head, or in base where head has no such file. */
  readonly place: Place;
}

export interface NewlyHiddenIn extends NewlyHidden {
  /** The unit's id. */
  readonly unit: string;
  /** How many live objects of the unit were looked at. */
  readonly live: number;
}

/** A file from which a reconciler takes nothing, and says nothing. */
export interface PassedOver extends Dropped {
  /** The unit's id. */
  readonly unit: string;
  /** Whether it was passed over for the same reason before. */
  readonly atBase?: boolean;
}

/** A side of a unit that does not render. */
export interface RenderFailure {
  /** The unit's id. */
  readonly unit: string;
  readonly side: 'base' | 'head';
  /** The renderer's own message. */
  readonly message: Masked;
  readonly place: Place | undefined;
}

export interface Judgement {
  readonly severity: Severity;
  readonly unit: string | undefined;
  readonly comparisons: readonly Comparison[];
  readonly objects: readonly Identity[];
  readonly title: Masked;
  readonly detail: Masked;
  readonly advice: Masked;
  /** Tells apart two judgements of one rule on the same objects. */
  readonly about?: string;
  /** What of the comparisons' objects it is about: then these lines are its places, and not the objects' first. */
  readonly fields?: readonly FieldPath[];
  /** Places beside those of the comparisons. */
  readonly places?: readonly Place[];
  /** Fields whose live values may be taken into Git: each line of the source that is certain is suggested. */
  readonly taking?: readonly Taking[];
  /** Exactly the live facts that an approval of this finding binds to; null where it rests on none. */
  readonly restsOn: Json;
}

export interface Rule {
  /** Kebab-case; the file's name. */
  readonly name: string;
  /** Words for people, also for the generated documentation. */
  readonly about: { readonly title: string; readonly why: string; readonly advice: string };
  needs(subject: Subject): readonly FactRequest[];
  judge(subject: Subject, facts: Facts): readonly Judgement[];
}
