/** A place in the source: a path inside the repository and a line that starts at 1. */
import type { Masked } from './masked.ts';

export const sides = ['head', 'base'] as const;

export interface Place {
  readonly file: string;
  readonly line: number;
  /** `base` where head does not have the line: it can be told, and not annotated. */
  readonly side?: 'base';
}

/** A place whose file name has been masked, so that it may be shown. */
export interface ShownPlace {
  readonly file: Masked;
  readonly line: number;
  readonly side?: 'base';
}
