/** A repository and a cluster -> what `proofline review` says, through the command line as a person would ask. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

const run = promisify(execFile);
const cli = resolve(import.meta.dirname, '../../src/cli.ts');
const mostOutput = 256 * 1024 * 1024;

const review = z.object({
  conclusion: z.string(),
  units: z.array(z.object({ id: z.string(), render: z.object({ error: z.string().nullable() }) })),
  changes: z.array(
    z.object({
      unit: z.string(),
      order: z.number(),
      object: z.object({
        group: z.string(),
        version: z.string(),
        kind: z.string(),
        namespace: z.string(),
        name: z.string(),
      }),
      action: z.string(),
      by: z.string().nullable(),
      fields: z.array(z.object({ path: z.string() })),
      message: z.string().nullable(),
    }),
  ),
  gaps: z.array(
    z.object({ kind: z.string(), object: z.object({ name: z.string() }).nullable(), why: z.string() }),
  ),
});

export type Reviewed = z.infer<typeof review>;

export interface Asked {
  readonly repository: string;
  readonly base: string;
  readonly head: string;
  readonly kubeconfig: string;
}

export async function reviewed({ repository, base, head, kubeconfig }: Asked): Promise<Reviewed> {
  const args = [cli, 'review', `--base=${base}`, `--head=${head}`, '--format=json', repository];
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const { stdout } = await run(process.execPath, args, { env, maxBuffer: mostOutput }).catch(foundSomething);
  return review.parse(JSON.parse(stdout));
}

/** Exit code 1: a decision is needed, or something would be refused. */
function foundSomething(error: unknown): { readonly stdout: string } {
  const isFinding = error instanceof Error && 'code' in error && error.code === 1;
  if (!isFinding || !('stdout' in error) || typeof error.stdout !== 'string' || error.stdout === '')
    throw error;
  return { stdout: error.stdout };
}
