/** The names of clusters -> an open session with each, or the gap that stands for it. */
import { readCapabilities } from '../live/capabilities.ts';
import type { Capabilities } from '../live/capabilities.ts';
import { inParallel } from '../live/in-parallel.ts';
import { openSession } from '../live/session.ts';
import type { Session } from '../live/session.ts';
import type { Gap } from '../object/gap.ts';
import type { UsableCluster, World } from './world.ts';

export type Opened =
  | {
      readonly kind: 'open';
      readonly usable: UsableCluster;
      readonly session: Session;
      readonly capabilities: Capabilities;
    }
  | { readonly kind: 'closed'; readonly gap: Gap };

/** By the cluster's name; a cluster that no unit names is not asked anything. */
export type Sessions = ReadonlyMap<string, Opened>;

type Outside = Pick<World, 'clusters' | 'mask' | 'stop'>;

/** Those that are open already stay so. */
export async function openSessions(
  world: Outside,
  names: readonly (string | undefined)[],
  already: Sessions,
): Promise<Sessions> {
  const wanted = new Set(names);
  const named = world.clusters.filter(({ config: { name } }) => wanted.has(name) && !already.has(name));
  if (named.length === 0) return already;
  const opened = await inParallel(named, named.length, async (usable) => open(world, usable));
  const more = named.map(({ config }, index) => [config.name, opened[index]] as const).filter(isOpened);
  return new Map([...already, ...more]);
}

async function open({ mask, stop }: Outside, usable: UsableCluster): Promise<Opened> {
  const { cluster, guard, unguarded } = usable;
  const opened = await openSession({ cluster, guard, unguarded, mask, signal: stop });
  if (opened.kind === 'gap') return { kind: 'closed', gap: opened.gap };
  const capabilities = await readCapabilities(opened.session);
  if ('why' in capabilities) return { kind: 'closed', gap: capabilities };
  return { kind: 'open', usable, session: opened.session, capabilities };
}

function isOpened(entry: readonly [string, Opened | undefined]): entry is readonly [string, Opened] {
  return entry[1] !== undefined;
}
