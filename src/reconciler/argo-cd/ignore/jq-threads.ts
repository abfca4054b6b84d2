/** Questions to jq -> its answers, one after the other, from a thread that can be ended. */
import { Worker } from 'node:worker_threads';
import type { JqQuestion, JqSaid } from './jq-worker.ts';

const timeoutMs = 1000;
const patienceMs = 30_000;

/** One thread for the process, started when it is first needed and replaced when it is stuck. It keeps no process alive. */
export class JqThreads {
  readonly #start: () => Promise<Worker>;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(start: () => Promise<Worker> = started) {
    this.#start = start;
  }

  /** Undefined where it took too long, or too much memory. */
  async ask(question: JqQuestion): Promise<JqSaid | undefined> {
    const turn = this.#last.then(async () => this.#answer(question));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  async #answer(question: JqQuestion): Promise<JqSaid | undefined> {
    const worker = await this.#running();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
    worker.postMessage(question);
    const said = await nextMessage(worker, timeoutMs);
    if (isSaid(said)) return said;
    this.#worker = undefined;
    await worker.terminate();
    return undefined;
  }

  /** What kept one from starting may be over at the next question. */
  async #running(): Promise<Worker> {
    this.#worker ??= await this.#start();
    return this.#worker;
  }
}

async function started(): Promise<Worker> {
  // The published program has no sources.
  const file = import.meta.url.endsWith('.ts') ? './jq-worker.ts' : './jq-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), {
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  if ((await nextMessage(worker, patienceMs)) === 'ready') return worker;
  await worker.terminate();
  throw new Error('jq did not start');
}

/** Undefined where the thread ended, or the time did. */
async function nextMessage(worker: Worker, withinMs: number): Promise<unknown> {
  return await new Promise((resolve) => {
    const timer = setTimeout(() => settle(undefined), withinMs);
    const settle = (message: unknown): void => {
      clearTimeout(timer);
      worker.off('message', settle).off('error', ended).off('exit', ended);
      resolve(message);
    };
    const ended = (): void => settle(undefined);
    worker.on('message', settle).on('error', ended).on('exit', ended);
  });
}

function isSaid(message: unknown): message is JqSaid {
  return typeof message === 'object' && message !== null && 'stdout' in message && 'exitCode' in message;
}
