/** Successful renders by the digest of all that they depend on: in memory, and in a directory for the next process. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { holdsSecret } from '../object/holds-secret.ts';
import type { Mask } from '../object/masked.ts';
import { visible } from '../object/visible.ts';
import { createSweep } from './cache-sweep.ts';
import { createMemory } from './render-memory.ts';
import type { Success } from './render-memory.ts';

export interface RenderCache {
  get(key: string): Promise<Success | undefined>;
  /** The mask knows what is secret in the unit; a render that holds any of it stays in memory. */
  put(key: string, render: Success, mask: Mask): Promise<void>;
}

export interface CacheOptions {
  /** Without it, memory only. */
  readonly directory: string | undefined;
  /** How much stays in memory, in characters of the renders' JSON. */
  readonly characters: number;
}

export function createCache({ directory, characters }: CacheOptions): RenderCache {
  const memory = createMemory(characters);
  const sweep = directory === undefined ? undefined : createSweep(directory);
  return {
    get: async (key) => {
      const kept = memory.get(key);
      if (kept !== undefined || directory === undefined) return kept;
      const text = await load(join(directory, key));
      const found = text === undefined ? undefined : successIn(text);
      if (text !== undefined && found !== undefined) memory.keep(key, found, text.length);
      return found;
    },
    put: async (key, render, mask) => {
      const text = JSON.stringify(render);
      memory.keep(key, render, text.length);
      // On disk a secret would outlive the review, and be one more place to guard.
      if (directory === undefined || render.declared.some(({ object }) => holdsSecret(object))) return;
      if (mask.text(text) !== visible(text)) return;
      await store(directory, key, text);
      await sweep?.();
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

async function load(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file that a crash cut short is a miss. */
function successIn(text: string): Success | undefined {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** By a name that nobody else has: two reviews may render the same at the same moment. */
async function store(directory: string, key: string, text: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `${key}.${randomUUID()}.partial`);
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, join(directory, key));
}
