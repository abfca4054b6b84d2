/**
 * Judges predictions by the real reconcilers, and writes docs/fidelity.md:
 *   npm run test:reconcilers [-- [--judge=flux] [--version=2.9] [--story=name …] [--check]]
 * With `--judge`, `--version` or `--story` the page is left alone; with `--check` a page that is out of date fails too.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { BedError } from '../bed/bed-error.ts';
import { judgeArgoCd } from './argo-cd/judge.ts';
import { fidelityPage, type JudgedVersion } from './fidelity.ts';
import { judgeFleet } from './fleet/judge.ts';
import { judgeFlux } from './flux/judge.ts';
import { problemsOf } from './problems.ts';

/** Side by side, each of them one after the other: what waits for clocks leaves the processors to what does not. */
const judges = [{ 'argo-cd': judgeArgoCd }, { flux: judgeFlux, fleet: judgeFleet }] as const;

const page = join(import.meta.dirname, '../../docs/fidelity.md');

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      judge: { type: 'string' },
      version: { type: 'string' },
      story: { type: 'string', multiple: true },
      check: { type: 'boolean' },
    },
  });
  const told = await Promise.all(
    judges.map(async (row) => {
      const judged: JudgedVersion[] = [];
      for (const [name, judge] of Object.entries(row)) {
        if (values.judge !== undefined && values.judge !== name) continue;
        judged.push(...(await judge({ version: values.version, stories: values.story })));
      }
      return judged;
    }),
  );
  const judged = told.flat();
  const whole = [values.judge, values.version, values.story].every((each) => each === undefined);
  const text = fidelityPage(judged);
  if (!whole) process.stdout.write(text);
  const problems = judged.flatMap(problemsOf);
  if (judged.length === 0) problems.push('nothing was judged');
  if (whole) problems.push(...(await writePage(text, values.check === true)));
  for (const problem of problems) process.stderr.write(`judge: ${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function writePage(text: string, check: boolean): Promise<readonly string[]> {
  const before = await readFile(page, 'utf8').catch(() => '');
  if (before === text) return [];
  await writeFile(page, text);
  return check ? ['docs/fidelity.md was out of date: commit what this run wrote'] : [];
}

try {
  await main();
} catch (error) {
  if (!(error instanceof BedError)) throw error;
  process.stderr.write(`judge: ${error.message}\n`);
  process.exitCode = 2;
}
