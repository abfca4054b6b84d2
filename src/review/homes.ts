/** The reconcilers' installations that the operator names -> what their home clusters hold of units and settings. */
import { readHome } from '../live/read-home.ts';
import type { HomeReading } from '../live/read-home.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { Session } from '../live/session.ts';
import type { InstallationConfig } from '../config/operator.ts';
import type { Gap } from '../object/gap.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Reconciler } from '../reconciler/contract.ts';
import type { Home, HomeRead } from '../reconciler/declarations.ts';
import { openSessions } from './sessions.ts';
import type { Opened, Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface Homes {
  readonly homes: readonly Home[];
  readonly sessions: Sessions;
}

type Outside = Pick<World, 'clusters' | 'installations' | 'mask' | 'reconcilers' | 'stop'>;

/** An installation that cannot be seen is a home without objects, with the gap that says why. */
export async function readHomes(world: Outside): Promise<Homes> {
  const { installations } = world;
  const sessions = await openSessions(
    world,
    installations.map(({ cluster }) => cluster),
    new Map(),
  );
  const homes = await inParallel(installations, 4, async (installation) =>
    readOne(world, installation, sessions),
  );
  return { homes, sessions };
}

async function readOne(world: Outside, installation: InstallationConfig, sessions: Sessions): Promise<Home> {
  const reconciler = world.reconcilers.find(({ name }) => name === installation.kind);
  const opened = sessions.get(installation.cluster);
  const unseen = { installation, objects: [], elsewhere: new Map(), gaps: [] };
  if (reconciler === undefined || opened === undefined) return unseen;
  if (opened.kind === 'closed') {
    const { mask } = world;
    const why = words`the ${mask.text(installation.kind)} in ${mask.text(installation.cluster)} was not seen, so its own settings and units are not known: ${opened.gap.why}`;
    return { ...unseen, gaps: [{ ...opened.gap, why }] };
  }
  return readInRounds(world, { installation, reconciler, home: opened.session, sessions });
}

/** An object that names one that names one: nothing known goes further, and nobody may lead it in a circle. */
const mostRounds = 4;

interface Reading {
  readonly installation: InstallationConfig;
  readonly reconciler: Reconciler;
  readonly home: Session;
  readonly sessions: Sessions;
}

async function readInRounds(
  world: Outside,
  { installation, reconciler, home, sessions }: Reading,
): Promise<Home> {
  const objects: KubeObject[] = [];
  const elsewhere = new Map<string, readonly KubeObject[]>();
  const gaps: Gap[] = [];
  const asked = new Set<string>();
  let opened = sessions;
  for (let round = 0; ; round += 1) {
    const wanted = new Map(
      reconciler.reads(installation, objects).map((read) => [JSON.stringify(read), read]),
    );
    const more = [...wanted].filter(([key]) => !asked.has(key));
    if (more.length === 0) return { installation, objects, elsewhere, gaps };
    if (round === mostRounds) {
      return { installation, objects, elsewhere, gaps: [...gaps, tooFar(home, more.length)] };
    }
    for (const [key] of more) asked.add(key);
    const byCluster = Map.groupBy(
      more.map(([, each]) => each),
      ({ cluster }) => cluster ?? home.cluster.name,
    );
    opened = await openSessions(world, [...byCluster.keys()], opened);
    for (const [cluster, reads] of byCluster) {
      const found = await readIn(opened.get(cluster), reads);
      if (cluster === home.cluster.name) objects.push(...found.objects);
      else elsewhere.set(cluster, [...(elsewhere.get(cluster) ?? []), ...found.objects]);
      gaps.push(...found.gaps);
    }
  }
}

/** A cluster that this repository may not use holds nothing for it. */
async function readIn(opened: Opened | undefined, reads: readonly HomeRead[]): Promise<HomeReading> {
  if (opened === undefined) return { objects: [], gaps: [] };
  return opened.kind === 'open' ? readHome(opened.session, reads) : { objects: [], gaps: [opened.gap] };
}

function tooFar({ mask, cluster }: Session, more: number): Gap {
  const why = words`what was read in ${mask.text(cluster.name)} names more that would have to be read (${more}), after ${mostRounds} rounds of that`;
  return { kind: 'live-value-needed', unit: undefined, object: undefined, why };
}
