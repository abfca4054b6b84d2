/** Runs every labelled change of a folder through the CLI and compares its counts with the labels. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCases } from './evaluate/case.ts';
import type { LabelledCase } from './evaluate/case.ts';
import { missesOf, parseReview } from './evaluate/judge.ts';
import { commitCase } from './evaluate/repository.ts';
import { resolve as resolveProgram } from '../test/bed/resolve.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const cli = resolve(root, 'src/cli.ts');
const folder = resolve(process.argv[2] ?? resolve(root, '../shared/corpora'));
const largestReview = 256 * 1024 * 1024;
const atOnce = 2;
const environment = { ...process.env, PROOFLINE_KUSTOMIZE: await resolveProgram('kustomize') };

async function evaluate(labelled: LabelledCase): Promise<readonly string[]> {
  const repository = await commitCase(folder, labelled);
  try {
    return missesOf(labelled, parseReview(await review(repository)));
  } finally {
    await repository.remove();
  }
}

async function review(repository: { directory: string; base: string; head: string }): Promise<string> {
  const revisions = ['--base', repository.base, '--head', repository.head];
  const args = [cli, 'review', ...revisions, '--no-cluster', '--format', 'json', repository.directory];
  try {
    return (await run(process.execPath, args, { maxBuffer: largestReview, env: environment })).stdout;
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

const cases = await readCases(folder);
const misses = new Map<string, readonly string[]>();
const waiting = [...cases];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      misses.set(next.id, await evaluate(next));
    }
  }),
);
for (const { id, slug } of cases) {
  for (const miss of misses.get(id) ?? ['was not evaluated']) console.log(`${id} ${slug}: ${miss}`);
}
const equal = cases.filter(({ id }) => misses.get(id)?.length === 0).length;
console.log(`counts ${equal}/${cases.length} equal`);
process.exitCode = equal === cases.length ? 0 : 1;
