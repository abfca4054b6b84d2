/** The stories in stories/ -> told on each line of Flux, each on a control plane of its own. */
import { join } from 'node:path';

import { fluxLines, type FluxLine } from '../../bed/flux/start.ts';
import type { JudgedVersion, StoryVerdict } from '../fidelity.ts';
import { readStories, tellAll, type Named } from '../stories.ts';
import { openCourt } from './court.ts';
import type { Story } from './story.ts';
import { tell } from './tell.ts';

const folder = join(import.meta.dirname, 'stories');
const [newest] = fluxLines;
const lanesOf = { '2.9': 6, '2.7': 3 } as const satisfies Readonly<Record<FluxLine, number>>;

interface Wanted {
  readonly version: string | undefined;
  readonly stories: readonly string[] | undefined;
}

export async function judgeFlux({ version, stories }: Wanted): Promise<readonly JudgedVersion[]> {
  const all = await readStories<Story>(folder);
  const told = stories === undefined ? all : all.filter(({ name }) => stories.includes(name));
  const lines = fluxLines.filter((one) => version === undefined || version === one);
  const judged = await Promise.all(
    lines.map(async (each) => ({ judge: `Flux ${each}`, stories: await judgeLine(each, told) })),
  );
  return judged.filter((each) => stories === undefined || each.stories.length > 0);
}

async function judgeLine(line: FluxLine, told: readonly Named<Story>[]): Promise<readonly StoryVerdict[]> {
  const stories = told.filter(({ story }) => (story.versions ?? [newest]).includes(line));
  if (stories.length === 0) return [];
  const court = await openCourt(line);
  try {
    return await tellAll(stories, {
      lanes: lanesOf[line],
      label: line,
      tell: async (named) => tell(court, named),
    });
  } finally {
    await court.close();
  }
}
