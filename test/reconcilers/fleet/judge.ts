/** The stories in stories/ -> told on one Fleet, with two clusters where one of them asks for both. */
import { join } from 'node:path';

import { fleetSource } from '../../bed/fleet/sources.ts';
import type { JudgedVersion } from '../fidelity.ts';
import { readStories, tellAll } from '../stories.ts';
import { openCourt } from './court.ts';
import type { Story } from './story.ts';
import { tell } from './tell.ts';

const folder = join(import.meta.dirname, 'stories');
const line = '0.15';
/** Stories at once: most of the time each waits for a change that does not come. */
const lanes = 6;

interface Wanted {
  readonly version: string | undefined;
  readonly stories: readonly string[] | undefined;
}

export async function judgeFleet({ version, stories }: Wanted): Promise<readonly JudgedVersion[]> {
  const all = await readStories<Story>(folder);
  const told = stories === undefined ? all : all.filter(({ name }) => stories.includes(name));
  if (told.length === 0 || (version !== undefined && version !== line)) return [];
  const secondCluster = told.some(({ story }) => story.secondCluster === true);
  const court = await openCourt({ secondCluster });
  try {
    const verdicts = await tellAll(told, {
      lanes,
      label: 'fleet',
      tell: async (named) => tell(court, named),
    });
    return [{ judge: `Fleet ${fleetSource.version}`, stories: verdicts }];
  } finally {
    await court.close();
  }
}
