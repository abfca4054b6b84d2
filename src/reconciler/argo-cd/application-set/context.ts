/** All that a generator of one ApplicationSet can ask for. */
import type { Json, JsonObject } from '../../../object/json.ts';
import type { Mask } from '../../../object/masked.ts';
import type { Filler, Room } from './filler.ts';
import type { Parameters } from './parameters.ts';
import type { Outcome, SetsOfSide } from './side.ts';

export interface Context {
  readonly side: SetsOfSide;
  readonly filler: Filler;
  readonly room: Room;
  /** Of the set's own template, which git generators need to be one that exists. */
  readonly project: string;
  readonly mask: Mask;
}

/**
 * One kind of generator, its configuration already filled with what an outer generator gave -> parameter sets. Many at a
 * time, so that their templates are evaluated together.
 */
export type Produce = (
  configurations: readonly JsonObject[],
  context: Context,
) => Promise<readonly Outcome<readonly Parameters[]>[]>;

/** An entry of `generators` with what an outer generator gave it: nothing at the top. */
export interface Entry {
  readonly generator: Json;
  readonly given: Parameters;
}

/** Children of a combination -> the parameter sets of each. */
export type Child = (
  entries: readonly Entry[],
  context: Context,
) => Promise<readonly Outcome<readonly Parameters[]>[]>;

/** Parameter sets of one set; a controller with as many Applications would not work either. */
export const mostParameterSets = 5000;
