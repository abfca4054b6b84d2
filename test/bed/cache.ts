/** An empty place in the cache -> a filled one: by one process at a time, and all at once or not at all. */
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { underLock } from './lock.ts';
import type { Say } from './progress.ts';
import type { Delivered } from './delivery.ts';

export async function fillCache(
  folder: string,
  say: Say,
  fill: (into: string) => Promise<Delivered>,
): Promise<Delivered> {
  await mkdir(dirname(folder), { recursive: true });
  return underLock(`${folder}.lock`, say, async () => {
    if (await exists(folder)) return 'delivered';
    const into = await mkdtemp(`${folder}.partial-`);
    try {
      const delivered = await fill(into);
      if (delivered === 'delivered') await put(into, folder);
      return delivered;
    } finally {
      await rm(into, { recursive: true, force: true });
    }
  });
}

/** Two that take over the lock of one dead process at the same moment both make the thing: the first one's stays. */
async function put(made: string, folder: string): Promise<void> {
  try {
    await rename(made, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
