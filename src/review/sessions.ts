/** The clusters that the touched units name -> an open session with each, or the gap that stands for it. */
import { readCapabilities } from '../live/capabilities.ts';
import type { Capabilities } from '../live/capabilities.ts';
import { inParallel } from '../live/in-parallel.ts';
import { openSession } from '../live/session.ts';
import type { Session } from '../live/session.ts';
import type { Gap } from '../object/gap.ts';
import type { Pair } from '../reconciler/pairs.ts';
import { clusterOf } from '../reconciler/pairs.ts';
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

export async function openSessions(world: World, touched: readonly Pair[]): Promise<Sessions> {
  const names = new Set(touched.map(clusterOf));
  const named = world.clusters.filter(({ config }) => names.has(config.name));
  const opened = await inParallel(named, named.length, async (usable) => open(world, usable));
  return new Map(named.map(({ config }, index) => [config.name, opened[index]] as const).filter(isOpened));
}

async function open({ mask, stop }: World, usable: UsableCluster): Promise<Opened> {
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
