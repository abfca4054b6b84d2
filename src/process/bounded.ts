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
}

export type Ended =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: Buffer; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly seconds: number }
  | { readonly kind: 'output-too-large'; readonly bytes: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'not-started'; readonly why: string };

export async function runBounded({ file, args, cwd, env, bounds }: Invocation): Promise<Ended> {
  return new Promise((resolve) => {
    // detached: the leader of a process group of its own, so that the group can be killed whole
    const child = spawn(file, [...args], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let cut: Ended | undefined;
    const stop = (ended: Ended): void => {
      cut ??= ended;
      killGroup(child);
    };
    const stdout = collect(child.stdout, bounds.stdoutBytes, stop);
    const stderr = collect(child.stderr, bounds.stderrBytes, stop);
    const timer = setTimeout(() => {
      stop({ kind: 'timed-out', seconds: bounds.seconds });
    }, bounds.seconds * 1000);
    child.on('error', (error) => {
      cut ??= { kind: 'not-started', why: error.message };
      clearTimeout(timer);
      resolve(cut);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      // A member of the group may outlive its leader.
      killGroup(child);
      if (cut !== undefined) resolve(cut);
      else if (code === null) resolve({ kind: 'killed', signal: signal ?? 'unknown' });
      else
        resolve({
          kind: 'exited',
          code,
          stdout: Buffer.concat(stdout),
          stderr: Buffer.concat(stderr).toString('utf8'),
        });
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
