/** What every reconciler must answer about its units; nothing outside its folder asks which one it is. */
import type { InstallationConfig } from '../config/operator.ts';
import type { Gap } from '../object/gap.ts';
import type { Identity } from '../object/identity.ts';
import type { Declared, KubeObject } from '../object/kube-object.ts';
import type { Masked } from '../object/masked.ts';
import type { PatchStrategies } from '../object/merge/patch-strategy.ts';
import type { Tree } from '../source/tree.ts';
import type { Attempt, Course, Desire, Pruning, Said } from './attempt.ts';
import type { Counterpart, Declarations, Discovery, HomeRead, Remark } from './declarations.ts';
import type { RenderPlan } from './render-plan.ts';
import type { Applied, Applier, Applies, Inventory, LastSync, NewlyHidden, Outcome } from './unit-record.ts';
import type { Closure, Unit } from './unit.ts';

export interface Situation {
  /** The unit itself leaves. */
  readonly gone: boolean;
  readonly strategies: PatchStrategies;
  /** Units of this review, of any reconciler, that head declares and that do not render there. */
  readonly unrendered?: readonly Unit[];
}

export interface Reconciler {
  /** Its folder's name. */
  readonly name: string;
  /** Whether its units are none where a unit of another reconciler renders the same files. */
  readonly givesWay: boolean;
  /** Whether nobody says that it is a unit: it only looks like one. */
  isGuess(unit: Unit): boolean;
  /**
   * What it must see of the home cluster before units can be found: all that it knows of so far. Asked again with what
   * was seen of that, since one object may name another, until nothing is new.
   */
  reads(installation: InstallationConfig, seen: readonly KubeObject[]): readonly HomeRead[];
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
  lastSync(unit: Unit): LastSync;
  /** The versions of remotes that its last sync consumed, by `remoteKey`, as far as its record says. */
  consumed(unit: Unit): ReadonlyMap<string, string>;
  inventory(unit: Unit): Inventory;
  /**
   * For one object that head no longer declares; its live form where there is one. `gone`: the unit itself is.
   * Undefined for a live object that is not, or no longer, the unit's.
   */
  prune(unit: Unit, object: KubeObject, gone: boolean): Pruning | undefined;
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
  /** On those of these live objects that somebody else has: the unit claims them at head, and did not at base. */
  claims(unit: Unit, outcomes: readonly Outcome[]): readonly Remark[];
  identity(unit: Unit): Applier;
  /** `base`: the same unit there; that its declaration changes may start an apply by itself. */
  applies(unit: Unit, base?: Unit): Applies;
  counterpart(unit: Unit): Counterpart | undefined;
}
