/** A program and its arguments -> its output, or why it did not run. */
import { spawn } from 'node:child_process';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called for each line of standard error. */
  readonly onLine?: (line: string) => void;
}

export type Outcome =
  | { readonly kind: 'done'; readonly stdout: string }
  | { readonly kind: 'failed'; readonly code: number | null; readonly stderr: string }
  | { readonly kind: 'missing' };

export async function run(command: Command): Promise<Outcome> {
  const child = spawn(command.file, command.args, {
    cwd: command.cwd,
    env: command.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) command.onLine?.(line);
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve({ kind: 'missing' });
      else reject(error);
    });
    child.once('close', (code) => {
      resolve(code === 0 ? { kind: 'done', stdout } : { kind: 'failed', code, stderr });
    });
  });
}
