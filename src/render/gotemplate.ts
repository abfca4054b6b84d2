/** A question to the program of `tools/gotemplate` -> its answers, if they have the shape that ours gives. */
import type { z } from 'zod';

import { jsonIn } from '../object/json.ts';
import { answerOf } from './outcome.ts';
import type { Run } from './program.ts';
import { ended, unseen, type Ended } from './rendering.ts';

interface Question<Answers> {
  /** Begins the sentence that says why there is no answer. */
  readonly doing: string;
  readonly args: readonly string[];
  readonly asked: readonly object[];
  readonly shape: z.ZodType<Answers>;
}

type Answered<Answers> =
  | { readonly kind: 'answers'; readonly answers: Answers }
  | { readonly kind: 'said-no'; readonly message: string }
  | Ended;

export async function askGotemplate<Answers>(
  run: Run,
  { doing, args, asked, shape }: Question<Answers>,
): Promise<Answered<Answers>> {
  const stdin = Buffer.from(JSON.stringify(asked));
  const answer = answerOf(doing, await run.run({ program: 'gotemplate', args, reads: [], stdin }));
  if (answer.kind !== 'output') return answer;
  const answers = shape.safeParse(jsonIn(answer.stdout.toString('utf8')));
  if (answers.success) return { kind: 'answers', answers: answers.data };
  const why = 'gotemplate is configured as a program that answers otherwise than ours';
  return ended({ kind: 'gap', unseen: unseen('renderer-missing', why) });
}
