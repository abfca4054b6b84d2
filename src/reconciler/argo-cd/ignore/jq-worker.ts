/** A thread of its own for jq: a program and an input -> what jq wrote. It can be ended at any time. */
import { parentPort } from 'node:worker_threads';
import { loadJq } from 'jq-wasm';

/** What one message asks for, and what the answer holds. */
export interface JqQuestion {
  readonly program: string;
  /** JSON text. */
  readonly input: string;
}

export interface JqSaid {
  readonly stdout: string;
  readonly exitCode: number;
}

const mostPages = 4096; // of 64 KiB each: 256 MiB
limitMemory();

/** Memory of WebAssembly is in no limit of the thread. */
function limitMemory(): void {
  const memory: unknown = Reflect.get(globalThis, 'WebAssembly');
  if (!isModule(memory)) throw new TypeError('this runtime has no WebAssembly');
  const { prototype } = memory.Memory;
  const { grow } = prototype;
  prototype.grow = function limited(pages) {
    if (this.buffer.byteLength / 65_536 + pages > mostPages) throw new RangeError('jq needs too much memory');
    return grow.call(this, pages);
  };
}

interface Memory {
  readonly buffer: { readonly byteLength: number };
  grow: (this: Memory, pages: number) => number;
}

/** The types of Node leave it out. */
function isModule(value: unknown): value is { readonly Memory: { readonly prototype: Memory } } {
  return typeof value === 'object' && value !== null && 'Memory' in value;
}

const jq = await loadJq();
parentPort?.on('message', ({ program, input }: JqQuestion) => {
  answer(said(program, input));
});
answer('ready');

function answer(message: JqSaid | 'ready'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, and no window
  parentPort?.postMessage(message);
}

function said(program: string, input: string): JqSaid {
  try {
    const { stdout, exitCode } = jq.raw(input, program, ['--compact-output']);
    return { stdout, exitCode };
  } catch {
    // It has no memory left, or ended in a way that it does not come back from.
    process.exit(1);
  }
}
