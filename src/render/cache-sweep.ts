/** A directory of stored renders -> the same without those that were written long ago, and what a crash left there. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isMissing } from '../source/is-missing.ts';

const hourMs = 60 * 60 * 1000;
/** A branch that is open longer is rendered once more. */
const keptMs = 14 * 24 * hourMs;

/** Looks at most once an hour, whoever calls how often. */
export function createSweep(directory: string): () => Promise<void> {
  let last = -Infinity;
  return async () => {
    const now = Date.now();
    if (now - last < hourMs) return;
    last = now;
    for (const name of await readdir(directory)) {
      const file = join(directory, name);
      const found = await stat(file).catch(isMissing);
      if (found !== undefined && now - found.mtimeMs > keptMs) await rm(file, { force: true });
    }
  };
}
