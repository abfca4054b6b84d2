/** The reconcilers' installations that the operator names -> what their home clusters hold of units and settings. */
import { readHome } from '../live/read-home.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { Session } from '../live/session.ts';
import type { InstallationConfig } from '../config/operator.ts';
import type { Gap } from '../object/gap.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { words } from '../object/masked.ts';
import type { Reconciler } from '../reconciler/contract.ts';
import type { Home } from '../reconciler/declarations.ts';
import { openSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
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
  if (reconciler === undefined || opened === undefined) return { installation, objects: [], gaps: [] };
  if (opened.kind === 'closed') {
    const { mask } = world;
    const why = words`the ${mask.text(installation.kind)} in ${mask.text(installation.cluster)} was not seen, so its own settings and units are not known: ${opened.gap.why}`;
    return { installation, objects: [], gaps: [{ ...opened.gap, why }] };
  }
  return readInRounds(opened.session, reconciler, installation);
}

/** An object that names one that names one: nothing known goes further, and nobody may lead it in a circle. */
const mostRounds = 4;

async function readInRounds(
  session: Session,
  reconciler: Reconciler,
  installation: InstallationConfig,
): Promise<Home> {
  const objects: KubeObject[] = [];
  const gaps: Gap[] = [];
  const asked = new Set<string>();
  for (let round = 0; ; round += 1) {
    const wanted = new Map(
      reconciler.reads(installation, objects).map((read) => [JSON.stringify(read), read]),
    );
    const more = [...wanted].filter(([key]) => !asked.has(key));
    if (more.length === 0) return { installation, objects, gaps };
    if (round === mostRounds) return { installation, objects, gaps: [...gaps, tooFar(session, more.length)] };
    for (const [key] of more) asked.add(key);
    const read = await readHome(
      session,
      more.map(([, each]) => each),
    );
    objects.push(...read.objects);
    gaps.push(...read.gaps);
  }
}

function tooFar({ mask, cluster }: Session, more: number): Gap {
  const why = words`what was read in ${mask.text(cluster.name)} names more that would have to be read (${more}), after ${mostRounds} rounds of that`;
  return { kind: 'live-value-needed', unit: undefined, object: undefined, why };
}
