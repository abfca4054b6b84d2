/** Arguments -> what the command line says, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const door = join(import.meta.dirname, '../../bin/proofline.js');

export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function proofline(args: readonly string[], around: Surroundings): Promise<Said> {
  const child = spawn(process.execPath, [door, ...args], {
    cwd: around.directory,
    env: around.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 180_000,
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}
