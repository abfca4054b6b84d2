/** A program with its arguments -> how it ended: bounded in time and output, its whole process group killed at the bound. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface Bounds {
  readonly seconds: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

export interface Invocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly bounds: Bounds;
  /** Of its standard input; without it there is none. */
  readonly input?: string | Buffer | undefined;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
}

export type Ended =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'output-too-large'; readonly bytes: number }
  /** By the invocation's signal. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'killed'; readonly signal: string }
  /** `code` is the system's, such as `ENOENT`. */
  | { readonly kind: 'not-started'; readonly code: string | undefined; readonly why: string };

export async function runBounded(invocation: Invocation): Promise<Ended> {
  if (invocation.signal?.aborted === true) return { kind: 'stopped' };
  return new Promise((resolve) => {
    const { file, args, cwd, env, bounds, input = '', signal } = invocation;
    // detached: the leader of a process group of its own, so that the group can be killed whole
    const child = spawn(file, [...args], { cwd, env: { ...env }, stdio: 'pipe', detached: true });
    let cut: Ended | undefined;
    const stop = (ended: Ended): void => {
      cut ??= ended;
      killGroup(child);
    };
    const stdout = collect(child.stdout, bounds.stdoutBytes, stop);
    const stderr = collect(child.stderr, bounds.stderrBytes, stop);
    // It may end before it has read all of its input; its exit code tells.
    child.stdin.on('error', () => undefined).end(input);
    const timer = setTimeout(() => {
      stop({ kind: 'timed-out', seconds: bounds.seconds });
    }, bounds.seconds * 1000);
    const onAbort = (): void => stop({ kind: 'stopped' });
    signal?.addEventListener('abort', onAbort, { once: true });
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(cut ?? ended);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      end({ kind: 'not-started', code: error.code, why: error.message });
    });
    child.on('close', (code, killer) => {
      // A member of the group may outlive its leader.
      killGroup(child);
      if (code === null) end({ kind: 'killed', signal: killer ?? 'unknown' });
      else {
        end({
          kind: 'exited',
          code,
          stdout: Buffer.concat(stdout),
          stderr: Buffer.concat(stderr).toString('utf8'),
        });
      }
    });
  });
}

function collect(stream: Readable, limit: number, stop: (ended: Ended) => void): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    stop({ kind: 'output-too-large', bytes: limit });
  });
  return chunks;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the group is gone, which is what was wanted.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
