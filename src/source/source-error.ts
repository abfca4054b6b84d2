/** The source could not be read: ends the review, and says which ref, commit, path or repository was the trouble. */
import type { Masked } from '../object/masked.ts';

export class SourceError extends Error {
  override readonly name = 'SourceError';
  override readonly message: Masked;

  /** `cause` must be safe to print: git's own words go into it only after a mask. */
  constructor(message: Masked, options?: { readonly cause: unknown }) {
    super(message, options);
    this.message = message;
  }
}

/** Git did not come to look: the server was down or refused, git was stopped or is not there. No copy is to blame. */
export class NotAskedError extends SourceError {}
