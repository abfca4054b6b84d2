/** An error that ended a command -> one message for the person who gave it. */
import { ConfigError } from '../config/config-error.ts';
import { ClusterError } from '../kube/cluster-error.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { SourceError } from '../source/source-error.ts';

/** What is not one of ours is a fault of the program: its words are shown, and say so. */
export function problemOf(error: unknown, mask: Mask): Masked {
  if (error instanceof SourceError) return error.message;
  if (error instanceof ConfigError || error instanceof ClusterError) return mask.text(error.message);
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return words`this is a fault of Proofline, please report it: ${mask.text(said)}`;
}
