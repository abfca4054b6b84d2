/** Object ids -> the blobs' contents; what a partial clone lacks is fetched before, all of it at once. */
import { words } from '../object/masked.ts';
import { type Bench, ask } from './ask.ts';
import type { Repository } from './repository.ts';
import { NotAskedError, SourceError } from './source-error.ts';
import type { ReadLimits } from './tree.ts';

const newline = 0x0a;

/** Sizes in bytes of all that are asked for. Throws SourceError when one is not to be had. */
export async function blobSizes(
  bench: Bench,
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return orFromNewCopy(bench, repository, () => sizesOf(bench, repository, oids));
}

/** With limits as in Tree.read. */
export async function readBlobs(
  bench: Bench,
  repository: Repository,
  wanted: Wanted,
): Promise<ReadonlyMap<string, Buffer>> {
  if (wanted.oids.length === 0) return new Map();
  return orFromNewCopy(bench, repository, () => contentsOf(bench, repository, wanted));
}

interface Wanted {
  readonly oids: readonly string[];
  readonly limits: ReadLimits;
}

/** A copy that was damaged on disk fails in many ways, and for good: it is made anew, and asked once more. */
async function orFromNewCopy<Answer>(
  bench: Bench,
  { renew }: Repository,
  look: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof SourceError) || error instanceof NotAskedError) throw error;
    if (renew === undefined || bench.signal?.aborted === true) throw error;
    await renew();
    return look();
  }
}

async function sizesOf(
  bench: Bench,
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sizes = await check(bench, repository, oids);
  const missing = oids.filter((oid) => !sizes.has(oid));
  if (missing.length === 0) return sizes;
  await repository.fetchBlobs?.(missing);
  const fetched = await check(bench, repository, missing);
  const lost = missing.find((oid) => !fetched.has(oid));
  if (lost !== undefined) throw lacking(bench, lost);
  return new Map([...sizes, ...fetched]);
}

function lacking({ mask }: Bench, oid: string): SourceError {
  return new SourceError(
    words`Could not read the blob ${mask.text(oid)}: this copy of the repository lacks it.`,
  );
}

async function contentsOf(
  bench: Bench,
  repository: Repository,
  { oids, limits }: Wanted,
): Promise<ReadonlyMap<string, Buffer>> {
  const sizes = await sizesOf(bench, repository, oids);
  const small = oids.filter((oid) => (sizes.get(oid) ?? 0) <= limits.largest);
  const total = small.reduce((sum, oid) => sum + (sizes.get(oid) ?? 0), 0);
  if (small.length === 0 || total > limits.total) return new Map();
  const output = await ask(bench, {
    doing: words`read ${small.length} blobs`,
    repository: repository.directory,
    args: ['cat-file', '--batch', '--buffer'],
    input: lines(small),
    limits: { output: total + small.length * 200 },
  });
  const found = contents(output);
  const lost = small.find((oid) => found.get(oid)?.length !== sizes.get(oid));
  if (lost !== undefined) throw lacking(bench, lost);
  return found;
}

async function check(
  bench: Bench,
  repository: Repository,
  oids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const output = await ask(bench, {
    doing: words`look for ${oids.length} blobs`,
    repository: repository.directory,
    args: ['cat-file', '--batch-check', '--buffer'],
    input: lines(oids),
  });
  const sizes = new Map<string, number>();
  for (const line of output.toString('latin1').split('\n')) {
    const [oid = '', kind, size] = line.split(' ');
    if (kind === 'blob') sizes.set(oid, Number(size));
  }
  return sizes;
}

function contents(output: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < output.length;) {
    const end = output.indexOf(newline, at);
    const [oid = '', , size] = output.subarray(at, end).toString('latin1').split(' ');
    const start = end + 1;
    found.set(oid, output.subarray(start, start + Number(size)));
    at = start + Number(size) + 1;
  }
  return found;
}

function lines(oids: readonly string[]): string {
  return oids.map((oid) => `${oid}\n`).join('');
}
