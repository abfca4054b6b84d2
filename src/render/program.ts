/** What render/ needs of the outside to run helm and the like: one program, its arguments, what it may read. */

export const programNames = ['kustomize', 'helm3', 'helm4', 'jsonnet', 'gotemplate'] as const;
export type ProgramName = (typeof programNames)[number];

export interface Command {
  readonly program: ProgramName;
  /** Passed as they are; no shell reads them. */
  readonly args: readonly string[];
  /** Absolute directories that the program may read, and nothing in them is run. Their paths are the same inside the confinement. */
  readonly reads: readonly string[];
  /** Absolute directories that it may write; none without it. */
  readonly writes?: readonly string[];
  /** Where it starts, one of those directories or below one; an empty directory of its own without it. */
  readonly cwd?: string;
  /** Another program that it may start: its path comes behind `argument`, such as `--helm-command=`, among the arguments. */
  readonly starts?: { readonly program: ProgramName; readonly argument: string };
  /** Its standard input; without it there is none. */
  readonly stdin?: Buffer;
}

export type Outcome =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  /** More than this many bytes on one of its two outputs. */
  | { readonly kind: 'output-too-large'; readonly bytes: number }
  /** Nobody waits for the review any more. */
  | { readonly kind: 'stopped' }
  /** Ended by a signal that Proofline did not send, such as the kernel's when memory is short. */
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-found'; readonly why: string };

export interface Run {
  /**
   * `full`: no network, and no file outside `Command.reads`. `none`: the machine allows no namespaces; then only
   * proxies to a closed port keep it off the network, and render/ must keep it inside the tree by other means.
   */
  readonly confinement: 'full' | 'none';
  run(command: Command): Promise<Outcome>;
  /** The program's own version, such as `v5.8.1`; undefined where it cannot be run. */
  version(program: ProgramName): Promise<string | undefined>;
}
