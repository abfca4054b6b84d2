/** A test -> an empty temporary folder that goes with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export async function scratch(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-test-'));
  test.after(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}
