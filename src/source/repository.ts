/** A bare repository to read objects from. */
import type { Access } from './git.ts';

export interface Repository {
  /** Reading here never fetches: what is missing is answered as missing. */
  readonly directory: string;
  /** Where new objects are written, and where git itself fetches what a merge lacks. */
  readonly store: string;
  /** Fetches blobs that are missing; undefined where there is nowhere to fetch from. */
  readonly fetchBlobs: ((oids: readonly string[]) => Promise<void>) | undefined;
  /** Called when an object is missing although it was fetched: next time the copy is made anew. */
  readonly distrust: (() => Promise<void>) | undefined;
  readonly access: Access | undefined;
}
