/** What passes between the resolver and a source of programs. */
import type { Say } from './progress.ts';

export interface Delivery {
  /** The folder to put the program's files into. */
  readonly into: string;
  /** The name of the executable. */
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly say: Say;
}

/** `no` says for people why this source has nothing here. */
export type Delivered = 'delivered' | { readonly no: string };
