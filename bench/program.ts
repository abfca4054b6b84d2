/** A program with its arguments -> how long it took, what it said, and for one of ours how much memory it needed at most. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { cpuIn, withTimes } from './cpu.ts';
import type { Cost } from './statistics.ts';

const run = promisify(execFile);
const mostOutput = 512 * 1024 * 1024;
const root = resolve(import.meta.dirname, '..');

export interface Ran extends Cost {
  readonly stdout: string;
}

export interface Reviewed extends Ran {
  readonly peakMegabytes: number;
}

type Environment = Readonly<Record<string, string>>;

/** Exit code 1 is a difference; above that it throws. */
export async function timed(file: string, args: readonly string[], environment: Environment): Promise<Ran> {
  return await timedUpTo(1, [file, ...args], environment);
}

async function timedUpTo(code: number, command: readonly string[], environment: Environment): Promise<Ran> {
  const env = { ...process.env, ...environment };
  const [shell, ...args] = withTimes;
  const start = performance.now();
  const { stdout, stderr } = await run(shell, [...args, ...command], { env, maxBuffer: mostOutput }).catch(
    (error: unknown) => outputOf(error, code),
  );
  return { milliseconds: performance.now() - start, cpu: cpuIn(stderr), stdout };
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

function outputOf(error: unknown, code: number): Output {
  const isExit = error instanceof Error && 'code' in error && typeof error.code === 'number';
  if (!isExit || Number(error.code) > code || !('stdout' in error && 'stderr' in error)) throw error;
  const { stdout, stderr } = error;
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || stdout === '') throw error;
  return { stdout, stderr };
}

export interface Checkout {
  readonly directory: string;
  readonly base: string;
  readonly head: string;
}

/** The command line as it is installed, in a process of its own; a render that fails is exit code 2. */
export async function timedReview(
  { directory, base, head }: Checkout,
  args: readonly string[],
  environment: Environment & { readonly PROOFLINE_CACHE: string },
): Promise<Reviewed> {
  const peak = join(environment.PROOFLINE_CACHE, 'peak-memory');
  const preload = `--import=${join(import.meta.dirname, 'peak-memory.ts')}`;
  const command = ['review', `--base=${base}`, `--head=${head}`, '--format=json', ...args, directory];
  const ran = await timedUpTo(2, [join(root, 'bin/proofline.js'), ...command], {
    ...environment,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    NODE_OPTIONS: preload,
    BENCH_PEAK_MEMORY: peak,
  });
  return { ...ran, peakMegabytes: Number(await readFile(peak, 'utf8')) / 1024 };
}
