/** A folder of stories -> each told in a lane, several side by side, with a line on standard error as each ends. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { countsOf, type StoryVerdict } from './fidelity.ts';

export interface Named<Story> {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly story: Story;
}

export async function readStories<Story>(folder: string): Promise<readonly Named<Story>[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type checker sees each story's own type
      const { story } = (await import(pathToFileURL(join(folder, file)).href)) as { readonly story: Story };
      return { name: file.slice(0, -'.ts'.length), story };
    }),
  );
}

interface Telling<Story> {
  /** Stories at once: the controllers wait much of the time. */
  readonly lanes: number;
  /** What the lines begin with, such as `3.5`. */
  readonly label: string;
  readonly tell: (named: Named<Story>) => Promise<StoryVerdict>;
}

export async function tellAll<Story>(
  stories: readonly Named<Story>[],
  { lanes, label, tell }: Telling<Story>,
): Promise<readonly StoryVerdict[]> {
  const waiting = [...stories];
  const verdicts: StoryVerdict[] = [];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const start = Date.now();
      const verdict = await tell(next);
      verdicts.push(verdict);
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      process.stderr.write(`judge: ${label} ${next.name}: ${shortly(verdict)} in ${seconds} s\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return verdicts;
}

function shortly({ objects, failures }: StoryVerdict): string {
  if (failures.length > 0) return `not as told (${failures.join('; ')})`;
  const { all, differing, gaps } = countsOf(objects);
  const trouble = [differing > 0 ? `${String(differing)} ≠` : '', gaps > 0 ? `${String(gaps)} gaps` : ''];
  const counts = [`${String(all)} objects`, ...trouble.filter((each) => each !== '')].join(', ');
  // The page comes only when all is judged, and not at all where the run is ended before.
  const where = objects
    .filter(({ verdict }) => verdict === '≠')
    .map(({ identity, details }) => `${identity.kind} ${identity.name}: ${details.join('; ')}`);
  return where.length === 0 ? counts : `${counts} (${where.join('; ')})`;
}
