/** The reconcilers' installations that the operator names -> what their home clusters hold of units and settings. */
import { readHome } from '../live/read-home.ts';
import { inParallel } from '../live/in-parallel.ts';
import type { InstallationConfig } from '../config/operator.ts';
import { words } from '../object/masked.ts';
import type { Home } from '../reconciler/declarations.ts';
import { openSessions } from './sessions.ts';
import type { Sessions } from './sessions.ts';
import type { World } from './world.ts';

export interface Homes {
  readonly homes: readonly Home[];
  readonly sessions: Sessions;
}

/** An installation that cannot be seen is a home without objects, with the gap that says why. */
export async function readHomes(world: World): Promise<Homes> {
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

async function readOne(world: World, installation: InstallationConfig, sessions: Sessions): Promise<Home> {
  const reconciler = world.reconcilers.find(({ name }) => name === installation.kind);
  const opened = sessions.get(installation.cluster);
  if (reconciler === undefined || opened === undefined) return { installation, objects: [], gaps: [] };
  if (opened.kind === 'closed') {
    const { mask } = world;
    const why = words`the ${mask.text(installation.kind)} in ${mask.text(installation.cluster)} was not seen, so its own settings and units are not known: ${opened.gap.why}`;
    return { installation, objects: [], gaps: [{ ...opened.gap, why }] };
  }
  return { installation, ...(await readHome(opened.session, reconciler.reads(installation))) };
}
