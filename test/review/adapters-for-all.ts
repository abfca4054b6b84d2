/** The tests of a file -> the adapters that they share, in a folder of their own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';

import type { Adapters } from '../../src/adapters.ts';
import { openAdaptersIn } from './reviewed-trees.ts';

/** Opened before the first of them, and closed after the last. */
export function adaptersForAll(): () => Adapters {
  let opened: Adapters | undefined;
  let folder: string | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proofline-reviewed-'));
    opened = await openAdaptersIn(folder);
  });
  after(async () => {
    await opened?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });
  return () => opened ?? assert.fail('no test has started');
}
