/** A question to git -> its output in bytes, or why there is none. process/git.ts asks the real program. */

/** A token for one server; it travels in the environment of the program, never in its arguments or in a file. */
export interface Access {
  /** The server's URL up to the path that the token is good for, such as `https://github.com/`. */
  readonly url: string;
  readonly token: string;
  /** `x-access-token` unless given, as for a token of a GitHub App. */
  readonly user?: string;
}

export interface GitLimits {
  readonly timeoutMs: number;
  /** Of standard output, in bytes. */
  readonly output: number;
}

export interface GitCommand {
  readonly args: readonly string[];
  /** The repository's own directory; undefined where git has to find it from `directory`. */
  readonly repository: string | undefined;
  /** Where it runs; the temporary folder unless given. */
  readonly directory?: string;
  readonly workTree?: string;
  readonly index?: string;
  /** Where objects are written, and the only ones that are seen. */
  readonly objects?: string;
  readonly input?: string | Buffer;
  readonly access?: Access | undefined;
  readonly limits?: Partial<GitLimits>;
  readonly signal?: AbortSignal | undefined;
}

const stops = ['time-out', 'too much output', 'superseded', 'killed'] as const;

export type GitOutcome =
  /** What it wrote to standard error is secret until masked. */
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: 'stopped'; readonly why: (typeof stops)[number] }
  /** There is no such program on this machine. */
  | { readonly kind: 'missing' };

export interface Git {
  run(command: GitCommand): Promise<GitOutcome>;
}
