/** The report's stories -> the files that its tests compare with; read the difference before you commit it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { goldenFolder, goldensOf } from '../test/report/goldens.ts';
import { stories } from '../test/report/stories.ts';

for (const [story, review] of Object.entries(stories)) {
  const folder = new URL(`${story}/`, goldenFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of goldensOf(review)) writeFileSync(new URL(file, folder), text);
  console.log(`wrote fixtures/report/${story}`);
}
