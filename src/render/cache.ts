/** Successful renders by the digest of all that they depend on: in memory, and in a directory for the next process. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { holdsSecret } from '../object/holds-secret.ts';
import type { Mask } from '../object/masked.ts';
import { visible } from '../object/visible.ts';
import type { Render } from './render.ts';

export type Success = Extract<Render, { readonly kind: 'rendered' }>;

export interface RenderCache {
  get(key: string): Promise<Success | undefined>;
  /** The mask knows what is secret in the unit; a render that holds any of it stays in memory. */
  put(key: string, render: Success, mask: Mask): Promise<void>;
}

export interface CacheOptions {
  /** Without it, memory only. */
  readonly directory: string | undefined;
  /** How many renders stay in memory. */
  readonly entries: number;
}

export function createCache({ directory, entries }: CacheOptions): RenderCache {
  const memory = new Map<string, Success>();
  const keep = (key: string, render: Success): void => {
    memory.delete(key);
    memory.set(key, render);
    const oldest = memory.size > entries ? memory.keys().next().value : undefined;
    if (oldest !== undefined) memory.delete(oldest);
  };
  return {
    get: async (key) => {
      const found =
        memory.get(key) ?? (directory === undefined ? undefined : await load(join(directory, key)));
      if (found !== undefined) keep(key, found);
      return found;
    },
    put: async (key, render, mask) => {
      keep(key, render);
      // On disk a secret would outlive the review, and be one more place to guard.
      if (directory === undefined || render.declared.some(({ object }) => holdsSecret(object))) return;
      const text = JSON.stringify(render);
      if (mask.text(text) === visible(text)) await store(directory, key, text);
    },
  };
}

/** Only what this program wrote is read back; the directory belongs to the operator. */
const stored = z.custom<Success>(
  (value) =>
    z
      .object({ kind: z.literal('rendered'), digest: z.string(), declared: z.array(z.unknown()) })
      .safeParse(value).success,
);

async function load(file: string): Promise<Success | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  // A file that a crash cut short is a miss.
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function store(directory: string, key: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `${key}.${String(process.pid)}.partial`);
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, join(directory, key));
}
