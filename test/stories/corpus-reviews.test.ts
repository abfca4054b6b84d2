/** Real changes of repositories that Argo CD runs: what a person reads of each, byte for byte. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import type { Identity } from '../bed/identity.ts';
import { corpusCases, corpusGoldens } from './corpus-cases.ts';
import { furnish } from './corpus-stage.ts';
import { readCase } from './corpus-told.ts';

let bed: ControlPlane;
let identity: Identity;

before(async () => {
  bed = await startControlPlane();
  identity = await furnish(bed);
});

after(async () => {
  await identity.cluster.close();
  try {
    await proveNothingWritten(bed);
  } finally {
    await bed.stop();
  }
});

test('each real change has its goldens, and each golden a real change', async () => {
  assert.ok(corpusCases.length >= 4);
  const entries = await readdir(corpusGoldens, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.sort(), corpusCases.map(({ id }) => id).sort());
});

for (const one of corpusCases) {
  test(`the review of ${one.id} is told in exactly these words`, async () => {
    const told = await readCase(bed, identity, one);
    assert.equal(told.size, 2);
    for (const [file, text] of told) {
      assert.ok(text.length > 500, file);
      assert.equal(text, await readFile(join(corpusGoldens, one.id, file), 'utf8'), file);
    }
  });
}
