/** A labelled change -> its misses: what the command line says of it beside its labels and the contract. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { resolve as resolveProgram } from '../../test/bed/resolve.ts';
import { faultsOf } from '../../test/report/review-schema.ts';
import type { LabelledCase } from './case.ts';
import { missesOf, parseReview } from './judge.ts';
import { commitCase } from './repository.ts';

const run = promisify(execFile);
const cli = resolve(import.meta.dirname, '../../src/cli.ts');
const largestReview = 256 * 1024 * 1024;

export async function evaluated(folder: string, labelled: LabelledCase): Promise<readonly string[]> {
  const repository = await commitCase(folder, labelled);
  try {
    const json = await review(repository);
    const faults = faultsOf(JSON.parse(json)).map((fault) => `the review is not valid: ${fault}`);
    return faults.length > 0 ? faults : missesOf(labelled, parseReview(json));
  } finally {
    await repository.remove();
  }
}

async function review(repository: { directory: string; base: string; head: string }): Promise<string> {
  const env = {
    ...process.env,
    PROOFLINE_KUSTOMIZE: await resolveProgram('kustomize'),
    PROOFLINE_HELM4: await resolveProgram('helm4'),
  };
  const revisions = ['--base', repository.base, '--head', repository.head];
  const args = [cli, 'review', ...revisions, '--no-cluster', '--format', 'json', repository.directory];
  try {
    return (await run(process.execPath, args, { maxBuffer: largestReview, env })).stdout;
  } catch (error) {
    // Exit codes 1 and 2 say what the review found; the review itself is on standard output all the same.
    if (
      error instanceof Error &&
      'stdout' in error &&
      typeof error.stdout === 'string' &&
      error.stdout !== ''
    ) {
      return error.stdout;
    }
    throw error;
  }
}
