/** Real changes of repositories that Argo CD runs: what a person reads of each, byte for byte. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { openHome, type ArgoCdHome } from './argo-cd-home.ts';
import { corpusCases, corpusGoldens } from './corpus-cases.ts';
import { furnish } from './corpus-stage.ts';
import { readCase } from './corpus-told.ts';

let home: ArgoCdHome;

before(async () => {
  home = await openHome(furnish);
});

after(async () => home.close());

test('each real change has its goldens, and each golden a real change', async () => {
  assert.ok(corpusCases.length >= 4);
  const entries = await readdir(corpusGoldens, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.sort(), corpusCases.map(({ id }) => id).sort());
});

for (const one of corpusCases) {
  test(`the review of ${one.id} is told in exactly these words`, async () => {
    const told = await readCase(home.bed, home.identity, one);
    assert.equal(told.size, 2);
    for (const [file, text] of told) {
      assert.ok(text.length > 500, file);
      assert.equal(text, await readFile(join(corpusGoldens, one.id, file), 'utf8'), file);
    }
  });
}
