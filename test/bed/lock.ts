/** A lock file that names the process which holds it, so that a lock of a dead process is taken over. */
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { BedError } from './bed-error.ts';
import type { Say } from './progress.ts';

const pollMs = 500;
const longestBuildMs = 30 * 60_000;

export async function underLock<T>(path: string, say: Say, work: () => Promise<T>): Promise<T> {
  await acquire(path, say);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function acquire(path: string, say: Say): Promise<void> {
  const deadline = Date.now() + longestBuildMs;
  let told = false;
  while (!(await tryLock(path))) {
    const holder = await holderOf(path);
    if (holder !== undefined && !isAlive(holder)) {
      await rm(path, { force: true });
      continue;
    }
    if (Date.now() > deadline) {
      throw new BedError(
        `${path} is held by process ${String(holder)} for more than 30 minutes; remove it if that is wrong`,
      );
    }
    if (!told && holder !== process.pid) {
      say(`waiting for process ${String(holder ?? '')}, which makes the same program (${path})`);
    }
    told = true;
    await sleep(pollMs);
  }
}

/** Written beside and linked into place: the lock is never seen without its content. */
async function tryLock(path: string): Promise<boolean> {
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

async function holderOf(path: string): Promise<number | undefined> {
  try {
    const pid = Number(await readFile(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
