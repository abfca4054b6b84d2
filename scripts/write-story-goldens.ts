/** The story as the App and the command line tell it -> the files that its test compares with; read the difference before you commit it. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStage } from '../test/stories/stage.ts';
import { storyFolder } from '../test/stories/story.ts';
import { hostStory, openStory, toldByApp, toldByCommandLine } from '../test/stories/told.ts';

const folder = join(storyFolder, 'expected');
const stage = await openStage();
try {
  const repository = await hostStory(stage, 'shop');
  const told = new Map(await toldByApp(await openStory(repository)));
  told.set('review.json', (await toldByCommandLine(stage, repository)).review);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [file, text] of told) await writeFile(join(folder, file), text);
  console.log(`wrote ${folder}`);
} finally {
  await stage.stop();
}
