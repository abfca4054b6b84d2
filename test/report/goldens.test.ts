import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goldenFolder, goldensOf } from './goldens.ts';
import { stories } from './stories.ts';

/** A date, a time, a local host or a duration. */
const moving = /\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|localhost|127\.0\.0\.1|\b\d+(?:\.\d+)? ?m?s\b/;

for (const [story, review] of Object.entries(stories)) {
  test(`the story ${story} is told in exactly these words`, () => {
    const folder = new URL(`${story}/`, goldenFolder);
    const goldens = goldensOf(review);
    assert.ok(goldens.size >= 4);
    assert.deepEqual(readdirSync(folder).sort(), [...goldens.keys()].sort());
    for (const [file, text] of goldens) assert.equal(text, readFileSync(new URL(file, folder), 'utf8'), file);
  });
}

test('every golden belongs to a story, says something, and holds no time, host or duration', () => {
  const folders = readdirSync(goldenFolder);
  assert.deepEqual(folders.sort(), Object.keys(stories).sort());
  assert.ok(folders.length >= 7);
  for (const folder of folders) {
    for (const file of readdirSync(new URL(`${folder}/`, goldenFolder))) {
      const text = readFileSync(new URL(`${folder}/${file}`, goldenFolder), 'utf8');
      assert.ok(text.trim().length > 20, `${folder}/${file} is empty`);
      assert.equal(text.match(moving)?.[0], undefined, `${folder}/${file}`);
    }
  }
});
