/** What is asked about one object: the attempt, what is live, and what the pull request makes beside it. */
import type { Attempt } from '../reconciler/attempt.ts';
import type { Live } from './answer.ts';
import type { Newcomers } from './newcomers.ts';

export interface Question {
  readonly attempt: Attempt;
  readonly live: Live;
  readonly newcomers: Newcomers;
  /** Also asks for the Pod that a changed workload template would make. */
  readonly withPod: boolean;
}
