/** Why one remote could not be had: ends its fetch, and is caught once, where it becomes a gap. */
import type { Masked } from '../../object/masked.ts';

export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly kind: 'remote-not-allowed' | 'remote-unreachable';
  /** Completes "… from outside the repository: …". */
  override readonly message: Masked;

  constructor(kind: RemoteError['kind'], message: Masked) {
    super(message);
    this.kind = kind;
    this.message = message;
  }
}
