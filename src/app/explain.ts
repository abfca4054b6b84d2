/** An error that ended a review -> words for the check, and a log line for the operator where it is a fault of ours. */
import type { Logger } from 'pino';

import { ConfigError } from '../config/config-error.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';
import { SourceError } from '../source/source-error.ts';

/** `mask` is the review's own: it knows what the words of an error could quote. */
export function explainer(log: Logger, pullRequest: string, mask: Mask): (error: unknown) => Masked {
  return (error) => {
    if (error instanceof SourceError) {
      log.info({ pullRequest, why: error.message }, 'the source could not be read');
      return error.message;
    }
    if (error instanceof ConfigError) return words`the configuration is wrong. ${mask.text(error.message)}`;
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error({ pullRequest, fault: mask.text(said) }, 'a review failed by a fault of Proofline');
    return words`Proofline itself failed; its log says more. Run this check again, and tell whoever runs Proofline if it fails again.`;
  };
}
