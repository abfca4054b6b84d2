/** The reviews of real changes, as a person reads them -> the files that their test compares with; read the difference before you commit it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startControlPlane } from '../test/bed/control-plane.ts';
import { corpusCases, corpusGoldens } from '../test/stories/corpus-cases.ts';
import { furnish } from '../test/stories/corpus-stage.ts';
import { readCase } from '../test/stories/corpus-told.ts';

const only = process.argv.slice(2);
const bed = await startControlPlane();
try {
  const identity = await furnish(bed);
  for (const one of corpusCases.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const folder = join(corpusGoldens, one.id);
    await mkdir(folder, { recursive: true });
    for (const [file, text] of await readCase(bed, identity, one)) await writeFile(join(folder, file), text);
    console.log(`wrote ${folder}`);
  }
  await identity.cluster.close();
} finally {
  await bed.stop();
}
