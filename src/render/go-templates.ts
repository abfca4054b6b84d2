/** Template requests -> their answers by the program of `tools/gotemplate`, in one confined run. */
import { z } from 'zod';

import type { Evaluated, TemplateRequest, TemplateResult, Templates } from '../reconciler/templates.ts';
import { askGotemplate } from './gotemplate.ts';
import type { Run } from './program.ts';

export function createTemplates(run: Run): Templates {
  return { evaluate: async (requests) => (requests.length === 0 ? none : evaluate(run, requests)) };
}

const none: Evaluated = { kind: 'evaluated', answers: [] };

async function evaluate(run: Run, requests: readonly TemplateRequest[]): Promise<Evaluated> {
  const answer = await askGotemplate(run, {
    doing: 'the evaluation of Go templates',
    args: [],
    asked: requests.map(asked),
    shape: shapeFor(requests),
  });
  if (answer.kind === 'said-no') return { kind: 'failed', message: answer.message };
  if (answer.kind === 'answers') {
    return { kind: 'evaluated', answers: answer.answers.map((results) => results.map(resultOf)) };
  }
  const { rendering } = answer;
  if (rendering.kind === 'failed') return { kind: 'failed', message: rendering.message };
  if (rendering.kind === 'gap') return { kind: 'missing', why: rendering.unseen.why };
  throw new Error('a program that gave no output has rendered nothing');
}

function asked({ texts, textMaps = [], ...how }: TemplateRequest): object {
  return { ...how, templates: texts.map((text, index) => ({ id: String(index), text })), textMaps };
}

const written = z.array(z.array(z.union([z.object({ text: z.string() }), z.object({ error: z.string() })])));

/** An answer for each text of each request. */
function shapeFor(requests: readonly TemplateRequest[]): typeof written {
  return written
    .length(requests.length)
    .refine((all) => all.every((results, index) => results.length === requests[index]?.texts.length));
}

function resultOf(result: { readonly text: string } | { readonly error: string }): TemplateResult {
  return 'text' in result ? { kind: 'text', text: result.text } : { kind: 'error', message: result.error };
}
