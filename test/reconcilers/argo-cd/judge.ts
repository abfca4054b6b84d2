/** The stories in stories/ -> told on each version of Argo CD, those with the same settings and clusters on the same one. */
import { join } from 'node:path';

import { argoCdVersions, versionName, type ArgoCdVersion } from '../../bed/argo-cd/start.ts';
import type { JudgedVersion, StoryVerdict } from '../fidelity.ts';
import { readStories, tellAll, type Named } from '../stories.ts';
import { openCourt, openGround, type Ground } from './court.ts';
import type { Story } from './story.ts';
import { tell } from './tell.ts';

const folder = join(import.meta.dirname, 'stories');
const [newest] = argoCdVersions;
/** Stories at once. The controllers wait much of the time, and few stories are told on the older line. */
const lanesOf = { '3.5': 6, '3.2': 3 } as const satisfies Readonly<Record<ArgoCdVersion, number>>;

interface Wanted {
  readonly version: string | undefined;
  readonly stories: readonly string[] | undefined;
}

export async function judgeArgoCd({ version, stories }: Wanted): Promise<readonly JudgedVersion[]> {
  const all = await readStories<Story>(folder);
  const told = stories === undefined ? all : all.filter(({ name }) => stories.includes(name));
  const versions = argoCdVersions.filter((one) => version === undefined || version === one);
  // Side by side, each on a control plane of its own: while one starts, the other tells.
  return Promise.all(
    versions.map(async (each) => ({
      judge: `Argo CD ${versionName(each)}`,
      stories: await judgeVersion(each, told),
    })),
  );
}

async function judgeVersion(
  version: ArgoCdVersion,
  stories: readonly Named<Story>[],
): Promise<readonly StoryVerdict[]> {
  const groups = new Map<string, Named<Story>[]>();
  for (const named of stories) {
    if (!(named.story.versions ?? [newest]).includes(version)) continue;
    const { settings = {}, secondCluster = false } = named.story;
    const court = JSON.stringify({ settings, secondCluster });
    groups.set(court, [...(groups.get(court) ?? []), named]);
  }
  const verdicts: StoryVerdict[] = [];
  if (groups.size === 0) return verdicts;
  const ground = await openGround();
  try {
    // Groups of few stories leave processors idle, which in the beginning the other version uses.
    const fewFirst = [...groups.values()].toSorted((a, b) => a.length - b.length);
    for (const group of fewFirst) verdicts.push(...(await judgeGroup(ground, version, group)));
  } finally {
    await ground.close();
  }
  return verdicts;
}

async function judgeGroup(
  ground: Ground,
  version: ArgoCdVersion,
  group: readonly Named<Story>[],
): Promise<readonly StoryVerdict[]> {
  const { settings = {}, secondCluster = false } = group[0]?.story ?? {};
  const court = await openCourt(ground, { version, settings, secondCluster });
  try {
    return await tellAll(group, {
      lanes: lanesOf[version],
      label: version,
      tell: async (named) => tell(court, named),
    });
  } finally {
    await court.close();
  }
}
