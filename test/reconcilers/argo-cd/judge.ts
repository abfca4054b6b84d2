/** The stories in stories/ -> told on each version of Argo CD, those with the same settings and clusters on the same one. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { argoCdVersions, versionName, type ArgoCdVersion } from '../../bed/argo-cd/start.ts';
import { countsOf, type JudgedVersion } from '../fidelity.ts';
import { openCourt, openGround, type Ground } from './court.ts';
import type { NamedStory } from './stage.ts';
import type { Story } from './story.ts';
import { tell, type Verdict } from './tell.ts';

const folder = join(import.meta.dirname, 'stories');
const [newest] = argoCdVersions;
/** Stories at once. The controllers wait much of the time, and few stories are told on the older line. */
const lanesOf = { '3.5': 6, '3.2': 3 } as const satisfies Readonly<Record<ArgoCdVersion, number>>;

interface Wanted {
  readonly version: string | undefined;
  readonly stories: readonly string[] | undefined;
}

export async function judgeArgoCd({ version, stories }: Wanted): Promise<readonly JudgedVersion[]> {
  const all = await readStories();
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

async function readStories(): Promise<readonly NamedStory[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type checker sees each story's own type
      const { story } = (await import(pathToFileURL(join(folder, file)).href)) as { readonly story: Story };
      return { name: file.slice(0, -'.ts'.length), story };
    }),
  );
}

async function judgeVersion(
  version: ArgoCdVersion,
  stories: readonly NamedStory[],
): Promise<readonly Verdict[]> {
  const groups = new Map<string, NamedStory[]>();
  for (const named of stories) {
    if (!(named.story.versions ?? [newest]).includes(version)) continue;
    const { settings = {}, secondCluster = false } = named.story;
    const court = JSON.stringify({ settings, secondCluster });
    groups.set(court, [...(groups.get(court) ?? []), named]);
  }
  const verdicts: Verdict[] = [];
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
  group: readonly NamedStory[],
): Promise<readonly Verdict[]> {
  const { settings = {}, secondCluster = false } = group[0]?.story ?? {};
  const court = await openCourt(ground, { version, settings, secondCluster });
  try {
    const waiting = [...group];
    const verdicts: Verdict[] = [];
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const start = Date.now();
        const verdict = await tell(court, next);
        verdicts.push(verdict);
        const seconds = ((Date.now() - start) / 1000).toFixed(1);
        process.stderr.write(`judge: ${version} ${next.name}: ${shortly(verdict)} in ${seconds} s\n`);
      }
    };
    await Promise.all(Array.from({ length: lanesOf[version] }, lane));
    return verdicts;
  } finally {
    await court.close();
  }
}

function shortly({ objects, failures }: Verdict): string {
  if (failures.length > 0) return `not as told (${failures.join('; ')})`;
  const { all, differing, gaps } = countsOf(objects);
  const trouble = [differing > 0 ? `${String(differing)} ≠` : '', gaps > 0 ? `${String(gaps)} gaps` : ''];
  return [`${String(all)} objects`, ...trouble.filter((each) => each !== '')].join(', ');
}
