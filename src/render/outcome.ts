/** How a program ended -> its output, or what that means for the render. */
import type { Outcome } from './program.ts';
import { ended, unseen, type Ended } from './rendering.ts';

export type Answer =
  | { readonly kind: 'output'; readonly stdout: Buffer; readonly stderr: string }
  /** The program ran and said no. */
  | { readonly kind: 'said-no'; readonly message: string }
  | Ended;

export function answerOf(program: string, outcome: Outcome): Answer {
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code === 0) return { kind: 'output', stdout: outcome.stdout, stderr: outcome.stderr };
      return crashed(outcome.stderr)
        ? failed(`${program} needed more memory than a render may have`)
        : { kind: 'said-no', message: outcome.stderr.trim() };
    case 'timed-out':
      return failed(`${program} was stopped: it took longer than ${String(outcome.seconds)} seconds`);
    case 'output-too-large':
      return failed(`${program} was stopped: it wrote more than ${String(outcome.bytes)} bytes`);
    case 'stopped':
      return failed(`${program} was stopped: nobody waits for this review any more`);
    case 'killed':
      return failed(`${program} was ended by ${outcome.signal}, which happens when memory is short`);
    case 'not-found':
      return ended({ kind: 'gap', unseen: unseen('renderer-missing', outcome.why) });
  }
}

/** Go's words; its stack traces say nothing about the source and much about the machine. */
function crashed(stderr: string): boolean {
  return /^(?:fatal error: |runtime: ).*(?:out of memory|cannot allocate)/mu.test(stderr);
}

function failed(message: string): Ended {
  return ended({ kind: 'failed', message, place: undefined });
}
