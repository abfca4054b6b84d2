/** Runs every labelled change of a folder through the CLI and compares its counts with the labels. */
import { resolve } from 'node:path';
import { readCases } from './evaluate/case.ts';
import { evaluated } from './evaluate/evaluated.ts';

const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../../shared/corpora'));
const atOnce = 2;

const cases = await readCases(folder);
const misses = new Map<string, readonly string[]>();
const waiting = [...cases];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      misses.set(next.id, await evaluated(folder, next));
    }
  }),
);
for (const { id, slug } of cases) {
  for (const miss of misses.get(id) ?? ['was not evaluated']) console.log(`${id} ${slug}: ${miss}`);
}
const equal = cases.filter(({ id }) => misses.get(id)?.length === 0).length;
console.log(`counts ${equal}/${cases.length} equal`);
process.exitCode = equal === cases.length ? 0 : 1;
