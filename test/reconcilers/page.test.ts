import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { argoCdVersions, versionName } from '../bed/argo-cd/start.ts';
import { fleetSource } from '../bed/fleet/sources.ts';
import { fluxLines } from '../bed/flux/start.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/fidelity.md'), 'utf8');

/** Of each judge: how the page names its versions, and the fewest changes that it must have judged. */
const judges = [
  {
    folder: 'argo-cd',
    fewest: 40,
    names: argoCdVersions.map((version) => `Argo CD ${versionName(version)}`),
  },
  { folder: 'flux', fewest: 40, names: fluxLines.map((line) => `Flux ${line}`) },
  { folder: 'fleet', fewest: 20, names: [`Fleet ${fleetSource.version}`] },
];

it('docs/fidelity.md is of the versions that the bed has', () => {
  const named = [...page.matchAll(/^- (?<judge>.+): \d+ stories/gmu)].map(({ groups }) => groups?.['judge']);
  assert.deepEqual(
    named,
    judges.flatMap(({ names }) => names),
  );
});

for (const { folder, fewest, names } of judges) {
  it(`docs/fidelity.md is of the stories that there are for ${folder}`, async () => {
    const files = await readdir(join(import.meta.dirname, folder, 'stories'));
    const parts = names.map((name) => page.split(`## ${name}\n`)[1]?.split('\n## ')[0] ?? '');
    const rows = parts.flatMap((part) => [...part.matchAll(/^\| .+ \| `(?<name>[^`]+)` \| \d/gmu)]);
    assert.ok(files.length >= fewest, `${String(files.length)} stories`);
    assert.deepEqual(
      new Set(rows.map(({ groups }) => groups?.['name'])),
      new Set(files.map((file) => file.replace(/\.ts$/u, ''))),
    );
  });
}
