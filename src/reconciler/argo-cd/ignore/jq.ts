/**
 * An object and a jq path expression -> the object without what the expression finds.
 *
 * Argo CD runs `del(expression)` by gojq with a second for each; here it is jq itself, in a thread without files or
 * environment. Where the two differ (github.com/itchyny/gojq, "Difference to jq"), an expression that gojq does not
 * compile is told, and the rest does not matter to a deletion: gojq sorts keys, has integers of any size and no colors.
 */
import { Worker } from 'node:worker_threads';
import { isJsonObject, type JsonObject } from '../../../object/json.ts';
import type { JqQuestion, JqSaid } from './jq-worker.ts';

export type JqAnswer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** Argo CD logs it, and compares the object as it was. */
  | { readonly kind: 'skipped'; readonly why: 'error' | 'no single object' | 'time-out' }
  /** Argo CD compares nothing of the Application: ComparisonError, and no sync. */
  | { readonly kind: 'not-compiled' };

/** gojq's name space is smaller where it has no input, terminal or modules (or no order of keys). */
const unknownToGojq =
  /(?<![\w.$@])(?:inputs?|debug|stderr|input_line_number|get_search_list|keys_unsorted|modulemeta)(?!\w|\s*:)/u;

const textOrComment = /"(?:[^"\\]|\\.)*"|#[^\n]*/gu;

export async function withoutFound(object: JsonObject, expression: string): Promise<JqAnswer> {
  if (unknownToGojq.test(expression.replaceAll(textOrComment, '""'))) return { kind: 'not-compiled' };
  // One line, as in Argo CD: a comment takes the closing bracket with it.
  const program = `def env: {}; {} as $ENV | del(${expression})`;
  if ((timeouts.get(expression) ?? 0) >= mostTimeouts) return { kind: 'skipped', why: 'time-out' };
  const said = await threads.ask({ program, input: JSON.stringify(object) });
  if (said === undefined) {
    timeouts.set(expression, (timeouts.get(expression) ?? 0) + 1);
    return { kind: 'skipped', why: 'time-out' };
  }
  if (said.exitCode === compileError) return { kind: 'not-compiled' };
  if (said.exitCode !== 0) return { kind: 'skipped', why: 'error' };
  const result = single(said.stdout);
  return result === undefined
    ? { kind: 'skipped', why: 'no single object' }
    : { kind: 'object', object: result };
}

const compileError = 3;

/** One that never ends would cost its second for every object. */
const timeouts = new Map<string, number>();
const mostTimeouts = 3;

function single(stdout: string): JsonObject | undefined {
  if (stdout === '' || stdout.includes('\n')) return undefined;
  const value: unknown = JSON.parse(stdout);
  return isJsonObject(value) ? value : undefined;
}

const timeoutMs = 1000;
const patienceMs = 30_000;

/** One thread for the process, started when it is first needed and replaced when it is stuck. It keeps no process alive. */
class Threads {
  #worker: Promise<Worker> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Undefined where it took too long, or too much memory. */
  async ask(question: JqQuestion): Promise<JqSaid | undefined> {
    const turn = this.#last.then(async () => this.#answer(question));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  async #answer(question: JqQuestion): Promise<JqSaid | undefined> {
    this.#worker ??= started();
    const worker = await this.#worker;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, and no window
    worker.postMessage(question);
    const said = await nextMessage(worker, timeoutMs);
    if (isSaid(said)) return said;
    this.#worker = undefined;
    await worker.terminate();
    return undefined;
  }
}

const threads = new Threads();

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
