import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

import { argoCdVersions, versionName } from '../bed/argo-cd/start.ts';

const fewestStories = 40;
const page = await readFile(join(import.meta.dirname, '../../docs/fidelity.md'), 'utf8');

it('docs/fidelity.md is of the versions that the bed has', () => {
  const judges = [...page.matchAll(/^- (?<judge>.+): \d+ stories/gmu)].map(({ groups }) => groups?.['judge']);
  assert.deepEqual(
    judges,
    argoCdVersions.map((version) => `Argo CD ${versionName(version)}`),
  );
});

it('docs/fidelity.md is of the stories that there are', async () => {
  const files = await readdir(join(import.meta.dirname, 'argo-cd/stories'));
  const told = new Set(
    [...page.matchAll(/^\| .+ \| `(?<name>[^`]+)` \| \d/gmu)].map(({ groups }) => groups?.['name']),
  );
  assert.ok(files.length >= fewestStories, `${String(files.length)} stories`);
  assert.deepEqual(told, new Set(files.map((file) => file.replace(/\.ts$/u, ''))));
});
