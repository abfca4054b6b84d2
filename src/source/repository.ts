/** A bare repository to read objects from. */
import type { Access } from './git.ts';

export interface Repository {
  /** Reading here never fetches: what is missing is answered as missing. */
  readonly directory: string;
  /** Where new objects are written, and where git itself fetches what a merge lacks. */
  readonly store: string;
  /** Fetches blobs that are missing; undefined where there is nowhere to fetch from. */
  readonly fetchBlobs: ((oids: readonly string[]) => Promise<void>) | undefined;
  /** Makes the copy anew, at most once a review, since an object that should be there could not be read. */
  readonly renew: (() => Promise<void>) | undefined;
  readonly access: Access | undefined;
}
