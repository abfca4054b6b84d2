/** A repository on this machine -> its review, merged, and a file of it. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { localRevisions } from '../../src/source/local.ts';
import type { Revisions } from '../../src/source/revisions.ts';
import type { Workshop } from './bench.ts';

type Merged = Extract<Revisions, { kind: 'merged' }>;

interface Named {
  readonly path: string;
  readonly base?: string;
  readonly head?: string;
}

export async function reviewed(context: TestContext, { bench }: Workshop, named: Named): Promise<Merged> {
  const { path, base = 'main', head } = named;
  const { revisions, close } = await localRevisions(bench, { path, base, head });
  context.after(close);
  assert.equal(revisions.kind, 'merged');
  return revisions;
}

export async function text(revisions: Merged, path: string): Promise<string | undefined> {
  return (await revisions.headTree.read([path])).get(path)?.toString('latin1');
}
