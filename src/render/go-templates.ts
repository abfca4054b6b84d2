/** Template requests -> their answers by the program of `tools/gotemplate`, in one confined run. */
import { z } from 'zod';

import type { Evaluated, TemplateRequest, TemplateResult, Templates } from '../reconciler/templates.ts';
import { jsonIn } from './json-output.ts';
import { answerOf } from './outcome.ts';
import type { Run } from './program.ts';

export function createTemplates(run: Run): Templates {
  return { evaluate: async (requests) => (requests.length === 0 ? none : evaluate(run, requests)) };
}

const none: Evaluated = { kind: 'evaluated', answers: [] };

async function evaluate(run: Run, requests: readonly TemplateRequest[]): Promise<Evaluated> {
  const stdin = Buffer.from(JSON.stringify(requests.map(asked)));
  const outcome = await run.run({ program: 'gotemplate', args: [], reads: [], stdin });
  const answer = answerOf('the evaluation of Go templates', outcome);
  if (answer.kind === 'said-no') return { kind: 'failed', message: answer.message };
  if (answer.kind === 'output') return answersIn(answer.stdout, requests);
  const { rendering } = answer;
  if (rendering.kind === 'failed') return { kind: 'failed', message: rendering.message };
  if (rendering.kind === 'gap') return { kind: 'missing', why: rendering.unseen.why };
  throw new Error('a program that gave no output has rendered nothing');
}

function asked({ texts, values, textMaps = [], options }: TemplateRequest): object {
  return { templates: texts.map((text, index) => ({ id: String(index), text })), values, textMaps, options };
}

const written = z.array(z.array(z.union([z.object({ text: z.string() }), z.object({ error: z.string() })])));

function answersIn(stdout: Buffer, requests: readonly TemplateRequest[]): Evaluated {
  const answers = written.safeParse(jsonIn(stdout));
  const fits =
    answers.data?.length === requests.length &&
    answers.data.every((results, index) => results.length === requests[index]?.texts.length);
  if (answers.data === undefined || !fits) {
    return { kind: 'missing', why: 'gotemplate is configured as a program that answers otherwise than ours' };
  }
  return { kind: 'evaluated', answers: answers.data.map((results) => results.map(resultOf)) };
}

function resultOf(result: { readonly text: string } | { readonly error: string }): TemplateResult {
  return 'text' in result ? { kind: 'text', text: result.text } : { kind: 'error', message: result.error };
}
