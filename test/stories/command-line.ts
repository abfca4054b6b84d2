/** `bin/proofline.js` as a person would run it: started with nothing in its environment but what is given. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { root } from './story.ts';

export type Variables = Readonly<Record<string, string>>;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What every process needs to find programs and to keep files. */
export function machineVariables(): Variables {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'XDG_CACHE_HOME'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `under` is a program and its arguments that runs it, and becomes it. */
export function startProofline(
  args: readonly string[],
  variables: Variables,
  under: readonly string[] = [],
): ChildProcess {
  const [program, ...words] = [...under, process.execPath, join(root, 'bin/proofline.js'), ...args];
  return spawn(program ?? process.execPath, words, {
    cwd: root,
    env: { ...machineVariables(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export async function runProofline(args: readonly string[], variables: Variables): Promise<Finished> {
  const child = startProofline(args, variables);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

export interface Collected {
  text(): string;
}

export function collect(stream: NodeJS.ReadableStream | null): Collected {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text += chunk;
  });
  return { text: () => text };
}
