/** Templates that are asked for by many sets at the same time, and again on the other side -> one run for all of them, once. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Evaluated, TemplateRequest, TemplateResult, Templates } from '../../templates.ts';

/** Answers that are kept, in characters of their texts; a review asks the same things several times. */
const mostKept = 50_000_000;

const gathered = new WeakMap<Templates, Templates>();

/** The same for the same program. */
export function gatheredTemplates(templates: Templates): Templates {
  const known = gathered.get(templates) ?? gather(templates);
  gathered.set(templates, known);
  return known;
}

interface Asked {
  readonly requests: readonly TemplateRequest[];
  readonly answer: (evaluated: Evaluated) => void;
  readonly fail: (why: unknown) => void;
}

function gather(templates: Templates): Templates {
  const kept = new Map<string, readonly TemplateResult[]>();
  let size = 0;
  let waiting: Asked[] = [];

  async function runAll(): Promise<void> {
    await setImmediate();
    const all = waiting;
    waiting = [];
    const evaluated = await templates.evaluate(all.flatMap(({ requests }) => requests));
    if (evaluated.kind !== 'failed' || all.length === 1) return share(evaluated, all);
    // One of them was too much: the others are not to suffer for it.
    for (const one of all) one.answer(await templates.evaluate(one.requests));
  }

  async function ask(requests: readonly TemplateRequest[]): Promise<Evaluated> {
    if (requests.length === 0) return { kind: 'evaluated', answers: [] };
    return new Promise((answer, fail) => {
      waiting.push({ requests, answer, fail });
      if (waiting.length > 1) return;
      const own = waiting;
      runAll().catch((why: unknown) => {
        for (const one of own) one.fail(why);
      });
    });
  }

  async function evaluate(requests: readonly TemplateRequest[]): Promise<Evaluated> {
    const keys = requests.map(keyOf);
    const fresh = requests.filter((_request, index) => !kept.has(keys[index] ?? ''));
    const evaluated = await ask(fresh);
    if (evaluated.kind !== 'evaluated') return evaluated;
    const answers = new Map(fresh.map((request, index) => [request, evaluated.answers[index]] as const));
    const own = requests.map((request, index) => answers.get(request) ?? kept.get(keys[index] ?? '') ?? []);
    for (const [index, answer] of own.entries()) {
      if (size > mostKept) {
        kept.clear();
        size = 0;
      }
      size += JSON.stringify(answer).length;
      kept.set(keys[index] ?? '', answer);
    }
    return { kind: 'evaluated', answers: own };
  }

  return { evaluate };
}

function share(evaluated: Evaluated, all: readonly Asked[]): void {
  let next = 0;
  for (const { requests, answer } of all) {
    if (evaluated.kind !== 'evaluated') answer(evaluated);
    else answer({ kind: 'evaluated', answers: evaluated.answers.slice(next, next + requests.length) });
    next += requests.length;
  }
}

function keyOf(request: TemplateRequest): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64');
}
