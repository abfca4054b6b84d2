/** One labelled change of a folder in the corpora's format. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const side = z.object({ state: z.enum(['ok', 'error', 'absent']), objects: z.number() });

const labelledRoot = z.object({
  root: z.string(),
  renderer: z.string(),
  base: side,
  head: side,
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  /** `rendered`: the folder holds a program's recorded output, so it is read as plain files. */
  stored: z.enum(['source', 'rendered']),
});

const labelledCase = z.object({
  id: z.string(),
  slug: z.string(),
  /** `owner/name` on GitHub. */
  repo: z.string().optional(),
  perRoot: z.array(labelledRoot).min(1),
  expect: z.object({
    added: z.number(),
    removed: z.number(),
    changed: z.number(),
    /** A part of the renderer's message; null when the head renders. */
    renderError: z.string().nullable(),
  }),
});

export type LabelledRoot = z.infer<typeof labelledRoot>;
export type LabelledCase = z.infer<typeof labelledCase>;

export async function readCases(folder: string): Promise<readonly LabelledCase[]> {
  const text = await readFile(join(folder, 'cases.json'), 'utf8');
  return z.array(labelledCase).min(1).parse(JSON.parse(text));
}
